using System.Numerics;
using System.Runtime.InteropServices;
using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Searching;

/// <summary>Neighbouring atoms that are moved together.</summary>
/// <param name="Run">The atoms.</param>
/// <param name="Worth">What a request gains by reading them, in the filler's units.</param>
internal readonly record struct FillPiece(AtomRun Run, short Worth);

/// <summary>
/// Fills one request as well as possible: of a list of pieces it finds those of the highest total worth that fit, joined to items as cheaply as possible.
/// Exact, by dynamic programming over the pieces in address order with the bytes and the items used so far.
/// </summary>
/// <remarks>
/// For each piece there are three tables, indexed by items and by words of the answer: the best worth so far; the best one where the piece ends an item of even
/// length; and the same for an odd length. A table is a shifted maximum of earlier ones, so vectors compute it.
/// </remarks>
internal sealed class RequestFiller
{
    /// <summary>Upper limit for the worth of all pieces of a request.</summary>
    internal const int MostWorth = 15_000;

    /// <summary>Limit of table cells: 6 bytes each.</summary>
    internal const int MostCells = 1_500_000;

    private const short Never = -20_000;

    private readonly AtomList _atoms;
    private readonly int _words;
    private readonly int _rows;
    private short[] _best = [];
    private short[] _even = [];
    private short[] _odd = [];

    internal RequestFiller(AtomList atoms, PduBudget budget)
    {
        _atoms = atoms;
        (_words, _rows) = ((budget.PaddedRoom(anyOddItem: false) / 2) + 1, budget.Items + 1);
    }

    /// <summary>Cells of the tables of one piece.</summary>
    internal int Cells => _words * _rows;

    /// <summary>Pieces that the tables can hold.</summary>
    internal int MostPieces => Math.Max(2, (MostCells / Cells) - 1);

    /// <summary>Moves the chosen pieces from the list, which is in address order, to a request. Returns their worth.</summary>
    internal int Fill(List<FillPiece> pieces, List<AtomRun> request)
    {
        var cells = Cells;
        if (_best.Length < (pieces.Count + 1) * cells)
        {
            var size = Math.Max((pieces.Count + 1) * cells, Math.Min(_best.Length * 2, MostCells));
            (_best, _even, _odd) = (new short[size], new short[size], new short[size]);
        }
        Array.Clear(_best, 0, cells);
        for (var i = 0; i < pieces.Count; i++)
            Add(pieces, i);
        var worth = _best[((pieces.Count + 1) * cells) - 1];
        MovePieces(pieces, request);
        return worth;
    }

    private static int ItemWords(int length) => 2 + ((length + 1) / 2);

    /// <summary>Bytes from the end of the piece before to the end of this one; 0 where they must not share an item.</summary>
    private int Extension(List<FillPiece> pieces, int i)
    {
        if (i == 0 || pieces[i - 1].Run.Last + 1 != pieces[i].Run.First)
            return 0;
        var gap = _atoms.Gap[pieces[i - 1].Run.Last];
        return gap == AtomList.Unbridgeable ? 0 : gap + Length(pieces[i]);
    }

    private int Length(FillPiece piece) => _atoms.Span(piece.Run.First, piece.Run.Last);

    private void Add(List<FillPiece> pieces, int i)
    {
        var (cells, worth, length, more) = (Cells, pieces[i].Worth, Length(pieces[i]), Extension(pieces, i));
        var before = _best.AsSpan(i * cells, cells);
        var after = _best.AsSpan((i + 1) * cells, cells);
        var even = _even.AsSpan((i + 1) * cells, cells);
        var odd = _odd.AsSpan((i + 1) * cells, cells);
        even.Fill(Never);
        odd.Fill(Never);
        var opened = (length & 1) == 0 ? even : odd;
        var words = ItemWords(length);
        for (var row = 1; row < _rows && words < _words; row++)
            Raise(opened.Slice((row * _words) + words, _words - words), before.Slice((row - 1) * _words, _words - words), worth);
        if (more > 0)
        {
            var fromEven = _even.AsSpan(i * cells, cells);
            var fromOdd = _odd.AsSpan(i * cells, cells);
            // An odd item has a pad byte that an odd extension uses.
            Extend((more & 1) == 0 ? even : odd, fromEven, (more + 1) / 2, worth);
            Extend((more & 1) == 0 ? odd : even, fromOdd, more / 2, worth);
        }
        before.CopyTo(after);
        Raise(after, even, 0);
        Raise(after, odd, 0);
    }

    private void Extend(Span<short> to, ReadOnlySpan<short> from, int words, short worth)
    {
        for (var row = 1; row < _rows && words < _words; row++)
            Raise(to.Slice((row * _words) + words, _words - words), from.Slice(row * _words, _words - words), worth);
    }

    /// <summary>Each cell becomes the larger of itself and the other one plus a worth.</summary>
    private static void Raise(Span<short> cells, ReadOnlySpan<short> others, short worth)
    {
        var vectors = MemoryMarshal.Cast<short, Vector<short>>(cells);
        var otherVectors = MemoryMarshal.Cast<short, Vector<short>>(others);
        var added = new Vector<short>(worth);
        for (var i = 0; i < vectors.Length; i++)
            vectors[i] = Vector.Max(vectors[i], otherVectors[i] + added);
        for (var i = vectors.Length * Vector<short>.Count; i < cells.Length; i++)
            cells[i] = Math.Max(cells[i], (short)(others[i] + worth));
    }

    /// <summary>Follows the tables back from the last piece.</summary>
    private void MovePieces(List<FillPiece> pieces, List<AtomRun> request)
    {
        var (row, word) = (_rows - 1, _words - 1);
        for (var i = pieces.Count - 1; i >= 0; i--)
        {
            var cell = (row * _words) + word;
            var best = _best[((i + 1) * Cells) + cell];
            if (best == _best[(i * Cells) + cell])
                continue;
            var isOdd = best != _even[((i + 1) * Cells) + cell];
            var last = i;
            while (true)
            {
                var (value, length, worth) = (
                    (isOdd ? _odd : _even)[((i + 1) * Cells) + (row * _words) + word],
                    Length(pieces[i]),
                    pieces[i].Worth
                );
                var from = word - ItemWords(length);
                if ((length & 1) == (isOdd ? 1 : 0) && from >= 0 && _best[(i * Cells) + ((row - 1) * _words) + from] + worth == value)
                {
                    (row, word) = (row - 1, from);
                    break;
                }
                var more = Extension(pieces, i);
                isOdd ^= (more & 1) != 0;
                word -= isOdd ? more / 2 : (more + 1) / 2;
                i--;
            }
            request.Add(new(pieces[i].Run.First, pieces[last].Run.Last));
            pieces.RemoveRange(i, last - i + 1);
        }
    }
}
