using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>A run of bytes or one bit to write. The bytes were copied when the write was accepted.</summary>
/// <param name="Write">Index of the write in its call; one write may have several pieces.</param>
/// <param name="Range">Where the bytes go.</param>
/// <param name="Bit">Bit 0–7 of a bit write; -1: bytes.</param>
/// <param name="Data">The bytes; one byte, 0 or 1, for a bit.</param>
/// <param name="Element">Borders at which the piece may be cut where it exceeds a PDU, in bytes; 0: none, it is one scalar.</param>
internal readonly record struct WritePiece(int Write, S7Range Range, int Bit, ReadOnlyMemory<byte> Data, int Element)
{
    /// <summary>The tag that the bytes belong to.</summary>
    public int Tag { get; init; }

    /// <summary>A part of the piece; start and length in bytes.</summary>
    public WritePiece Part(int from, int length) =>
        this with
        {
            Range = Range with { Start = Range.Start + from, Length = length },
            Data = Data.Slice(from, length),
        };
}
