using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Writing;

/// <summary>
/// Joins the pieces of a structure, so that it fits into one job: adjacent bytes become one run, and eight bits that are all written become their byte. A byte
/// with a bit outside the structure is still written bit by bit.
/// </summary>
internal static class PieceJoiner
{
    private const int Bits = 8;

    /// <summary>Joins the pieces from <paramref name="first"/> on, which are ordered by address.</summary>
    public static void Join(List<WritePiece> pieces, int first)
    {
        var joined = new List<WritePiece>();
        var run = new List<WritePiece>();
        for (var at = first; at < pieces.Count; at++)
        {
            var piece = pieces[at];
            if (IsWholeByte(pieces, at))
            {
                piece = ByteOf(pieces, at);
                at += Bits - 1;
            }
            if (run.Count > 0 && !Touches(run[^1], piece))
                Close(run, joined);
            run.Add(piece);
        }
        Close(run, joined);
        pieces.RemoveRange(first, pieces.Count - first);
        pieces.AddRange(joined);
    }

    private static bool IsWholeByte(List<WritePiece> pieces, int at)
    {
        if (at + Bits > pieces.Count)
            return false;
        for (var bit = 0; bit < Bits; bit++)
        {
            if (pieces[at + bit].Bit != bit || pieces[at + bit].Range != pieces[at].Range)
                return false;
        }
        return true;
    }

    private static WritePiece ByteOf(List<WritePiece> pieces, int at)
    {
        var value = 0;
        for (var bit = 0; bit < Bits; bit++)
            value |= pieces[at + bit].Data.Span[0] << bit;
        return pieces[at] with { Bit = -1, Data = new[] { (byte)value } };
    }

    private static bool Touches(in WritePiece before, in WritePiece after) =>
        before.Bit < 0
        && after.Bit < 0
        && before.Range.Area != S7Area.None
        && before.Range.Area == after.Range.Area
        && before.Range.Db == after.Range.Db
        && before.Range.End == after.Range.Start;

    private static void Close(List<WritePiece> run, List<WritePiece> joined)
    {
        if (run.Count > 1)
        {
            var bytes = new byte[run.Sum(piece => piece.Data.Length)];
            var length = 0;
            foreach (var piece in run)
            {
                piece.Data.CopyTo(bytes.AsMemory(length));
                length += piece.Data.Length;
            }
            joined.Add(run[0] with { Range = run[0].Range with { Length = length }, Data = bytes, Element = 0 });
        }
        else
            joined.AddRange(run);
        run.Clear();
    }
}
