using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>A String or WString to write at an absolute address, an element of an array, too.</summary>
/// <param name="Write">Index of the write in its call.</param>
/// <param name="Maximum">Where the PLC has its maximum length.</param>
/// <param name="Length">Characters of the text.</param>
internal readonly record struct WrittenText(int Write, int Tag, S7Range Maximum, int Length)
{
    /// <summary>The text of a piece.</summary>
    /// <param name="piece">A piece that begins with the text's length.</param>
    /// <param name="kind">String or WString.</param>
    public static WrittenText From(in WritePiece piece, S7TypeKind kind)
    {
        var header = S7TextHeader.BytesOf(kind);
        return new(
            piece.Write,
            piece.Tag,
            piece.Range with
            {
                Start = piece.Range.Start - header,
                Length = header,
            },
            S7TextHeader.Read(kind, piece.Data.Span)
        );
    }
}
