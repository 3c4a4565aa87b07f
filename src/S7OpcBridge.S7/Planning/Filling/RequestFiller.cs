using System.Numerics;
using System.Runtime.InteropServices;
using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Filling;

/// <summary>Neighbouring atoms that are moved together.</summary>
/// <param name="Run">The atoms.</param>
/// <param name="Worth">What a request gains by reading them, in the filler's units.</param>
internal readonly record struct FillPiece(AtomRun Run, short Worth);

/// <summary>
/// Fills one request as well as possible: of a list of pieces it finds those of the highest total worth that fit, joined to items as cheaply as possible.
/// Exact, by dynamic programming over the pieces in address order with the bytes and the items used so far.
/// </summary>
/// <remarks>
/// For each piece there is a table of the best worth so far, by words of the answer and by items; where pieces can share an item, two more for those that end
/// with the piece in an item of even and of odd length. A table is a shifted maximum of the one before, so vectors compute it: words come first and a column
/// that no item reaches separates them, so that a shift never wraps around.
/// </remarks>
internal sealed class RequestFiller(AtomList atoms, PduBudget budget)
{
    /// <summary>Upper limit for the worth of all pieces of a request.</summary>
    internal const int MostWorth = 15_000;

    private const short Never = -20_000;

    /// <summary>What a piece takes beside its table, in cells.</summary>
    private const int PieceCells = 1000;

    private readonly int _room = budget.PaddedRoom(anyOddItem: false);
    private short[] _best = [];
    private short[] _even = [];
    private short[] _odd = [];
    private Parities[] _parities = [];
    private int[] _length = [];
    private int[] _more = [];
    private int _stride,
        _size;

    [Flags]
    private enum Parities
    {
        None = 0,
        Even = 1,
        Odd = 2,
    }

    /// <summary>Table cells computed so far, the measure of effort; a thousand million take about a second.</summary>
    internal long Cells { get; private set; }

    /// <summary>Moves the chosen pieces from the list, which is in address order, to a request.</summary>
    /// <param name="pieces">In address order; those that are chosen are removed.</param>
    /// <param name="request">What it holds already stays and takes its part of the request.</param>
    internal void Fill(List<FillPiece> pieces, List<AtomRun> request)
    {
        var (items, words) = (budget.Items - request.Count, (_room - request.Sum(atoms.AnswerBytes)) / 2);
        if (items <= 0 || words <= 0)
            return;
        Measure(pieces);
        // Where bytes run out first, the items need not be counted.
        Compute(pieces, words, stride: 1);
        if (!TryMove(pieces, request, items, words))
        {
            Compute(pieces, words, items + 2);
            TryMove(pieces, request, items, words);
        }
    }

    private static int ItemWords(int length) => PduBudget.PaddedItem(length) / 2;

    private static Parities ParityOf(int length) => (length & 1) == 0 ? Parities.Even : Parities.Odd;

    /// <summary>Notes the length of each piece, and the bytes from the end of the one before to its end; 0 where they must not share an item.</summary>
    private void Measure(List<FillPiece> pieces)
    {
        if (_length.Length <= pieces.Count)
            (_length, _more, _parities) = (
                new int[2 * pieces.Count + 1],
                new int[2 * pieces.Count + 1],
                new Parities[2 * pieces.Count + 1]
            );
        for (var i = 0; i < pieces.Count; i++)
        {
            var run = pieces[i].Run;
            _length[i] = atoms.Span(run.First, run.Last);
            var joins = i > 0 && pieces[i - 1].Run.Last + 1 == run.First && atoms.Gap[run.First - 1] != AtomList.Unbridgeable;
            _more[i] = joins ? atoms.Gap[run.First - 1] + _length[i] : 0;
        }
        _more[pieces.Count] = 0;
    }

    private void Compute(List<FillPiece> pieces, int words, int stride)
    {
        (_stride, _size) = (stride, (words + 1) * stride);
        var all = (pieces.Count + 1) * _size;
        if (_best.Length < all)
            (_best, _even, _odd) = (new short[all * 3 / 2], new short[all * 3 / 2], new short[all * 3 / 2]);
        var first = _best.AsSpan(0, _size);
        first.Clear();
        Separate(first);
        // Cells that the pieces to come cannot bring to the end are left out.
        var missing = 0;
        for (var i = 0; i < pieces.Count; i++)
            missing += Reach(i);
        for (var i = 0; i < pieces.Count; i++)
        {
            missing -= Reach(i);
            Add(pieces, i, Math.Max(0, words - missing) * stride);
        }

        int Reach(int i) => Math.Max(ItemWords(_length[i]), (_more[i] + 1) / 2);
    }

    /// <summary>The column that no item reaches.</summary>
    private void Separate(Span<short> best)
    {
        for (var cell = _stride - 1; _stride > 1 && cell < best.Length; cell += _stride)
            best[cell] = Never;
    }

    private int Opened(int length) => (ItemWords(length) * _stride) + (_stride > 1 ? 1 : 0);

    private void Add(List<FillPiece> pieces, int i, int from)
    {
        var (length, worth, more) = (_length[i], pieces[i].Worth, _more[i]);
        var opened = Opened(length);
        var before = _best.AsSpan(i * _size, _size);
        var best = _best.AsSpan((i + 1) * _size, _size);
        Cells += _size - from + PieceCells;
        if (more == 0 && _more[i + 1] == 0)
        {
            _parities[i] = Parities.None;
            var begin = Math.Min(_size, Math.Max(from, opened));
            before[from..begin].CopyTo(best[from..begin]);
            Raise(best[begin..], before[begin..], before[Math.Max(0, begin - opened)..], worth);
        }
        else
        {
            var parities = ParityOf(length);
            Shift(parities, i, _best, opened, worth, from, isFirst: true);
            var earlier = more > 0 ? _parities[i - 1] : Parities.None;
            // An odd item has a pad byte that an odd extension uses.
            if ((earlier & Parities.Even) != 0)
                Extend((more & 1) == 0 ? Parities.Even : Parities.Odd, _even, (more + 1) / 2);
            if ((earlier & Parities.Odd) != 0)
                Extend((more & 1) == 0 ? Parities.Odd : Parities.Even, _odd, more / 2);
            _parities[i] = parities;
            ReadOnlySpan<short> least = before[from..];
            if ((parities & Parities.Even) != 0)
            {
                Raise(best[from..], least, _even.AsSpan(((i + 1) * _size) + from, _size - from), 0);
                least = best[from..];
            }
            if ((parities & Parities.Odd) != 0)
                Raise(best[from..], least, _odd.AsSpan(((i + 1) * _size) + from, _size - from), 0);

            void Extend(Parities parity, short[] source, int words)
            {
                Shift(parity, i, source, words * _stride, worth, from, isFirst: (parities & parity) == 0);
                parities |= parity;
            }
        }
        Separate(best);
    }

    /// <summary>A table of a piece takes another one of the piece before, moved by a number of cells and raised by a worth, where that is more.</summary>
    private void Shift(Parities to, int i, short[] source, int by, short worth, int from, bool isFirst)
    {
        var table = (to == Parities.Even ? _even : _odd).AsSpan((i + 1) * _size, _size);
        var begin = Math.Min(_size, Math.Max(from, by));
        if (isFirst)
            table[from..].Fill(Never);
        Raise(table[begin..], table[begin..], source.AsSpan(i * _size, _size)[Math.Max(0, begin - by)..], worth);
    }

    /// <summary>Each cell becomes the larger of one and another one plus a worth.</summary>
    private static void Raise(Span<short> cells, ReadOnlySpan<short> ones, ReadOnlySpan<short> others, short worth)
    {
        var vectors = MemoryMarshal.Cast<short, Vector<short>>(cells);
        var oneVectors = MemoryMarshal.Cast<short, Vector<short>>(ones);
        var otherVectors = MemoryMarshal.Cast<short, Vector<short>>(others);
        var added = new Vector<short>(worth);
        for (var i = 0; i < vectors.Length; i++)
            vectors[i] = Vector.Max(oneVectors[i], otherVectors[i] + added);
        for (var i = vectors.Length * Vector<short>.Count; i < cells.Length; i++)
            cells[i] = Math.Max(ones[i], (short)(others[i] + worth));
    }

    /// <summary>Follows the tables back from the last piece and what is free; moves what it finds, unless that is too many items.</summary>
    private bool TryMove(List<FillPiece> pieces, List<AtomRun> request, int items, int words)
    {
        var found = new List<(int First, int Last)>();
        var cell = (words * _stride) + (_stride > 1 ? items : 0);
        for (var i = pieces.Count - 1; i >= 0; i--)
        {
            var best = _best[((i + 1) * _size) + cell];
            if (best == _best[(i * _size) + cell])
                continue;
            var last = i;
            var parity =
                _parities[i] == Parities.None ? ParityOf(_length[i])
                : (_parities[i] & Parities.Even) != 0 && best == _even[((i + 1) * _size) + cell] ? Parities.Even
                : Parities.Odd;
            while (true)
            {
                var from = cell - Opened(_length[i]);
                var value = _parities[i] == Parities.None ? best : (parity == Parities.Even ? _even : _odd)[((i + 1) * _size) + cell];
                if (ParityOf(_length[i]) == parity && from >= 0 && _best[(i * _size) + from] + pieces[i].Worth == value)
                {
                    cell = from;
                    break;
                }
                var more = _more[i--];
                if ((more & 1) != 0)
                    parity ^= Parities.Even | Parities.Odd;
                cell -= (parity == Parities.Even ? (more + 1) / 2 : more / 2) * _stride;
            }
            found.Add((i, last));
            if (found.Count > items)
                return false;
        }
        foreach (var (first, last) in found)
        {
            request.Add(new(pieces[first].Run.First, pieces[last].Run.Last));
            pieces.RemoveRange(first, last - first + 1);
        }
        return true;
    }
}
