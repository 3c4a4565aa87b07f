using System.Buffers.Binary;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Faults;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>Data to be sent later or with faults.</summary>
/// <param name="Bytes">Whole frames, or what a fault has left of them.</param>
/// <param name="Segment">Bytes per TCP segment.</param>
/// <param name="Pause">Time between two segments.</param>
/// <param name="End">What happens to the connection afterwards.</param>
internal sealed record Outgoing(byte[] Bytes, int Segment, TimeSpan Pause, LinkEnd End)
{
    /// <summary>True: it answers no job.</summary>
    public bool IsPush { get; init; }

    /// <summary>A frame without any fault.</summary>
    public static Outgoing Plain(byte[] frame) => new(frame, int.MaxValue, TimeSpan.Zero, LinkEnd.None);

    /// <summary>A frame that is no answer to a job: a connect confirm.</summary>
    public static Outgoing FromFrame(byte[] frame, FaultMix mix) => Finish(frame, mix);

    /// <summary>An answer with headers and faults. The PDU is changed in place.</summary>
    public static Outgoing FromPdu(Span<byte> pdu, int tpduSize, FaultMix? mix)
    {
        var piece = tpduSize - Cotp.DataHeaderLength;
        if (mix is not null)
        {
            Distort(pdu, mix);
            piece = Math.Min(piece, mix.CotpBytes);
        }

        var frames = new byte[pdu.Length + Cotp.FrameOverhead * (1 + pdu.Length / piece)];
        var length = OutboundFrames.Cut(pdu, piece, frames);
        Array.Resize(ref frames, length);
        return mix is null ? Plain(frames) : Finish(frames, mix);
    }

    private static Outgoing Finish(byte[] frames, FaultMix mix)
    {
        if (mix.TpktBy != 0)
            Shift(frames.AsSpan(2), mix.TpktBy);
        for (var i = 0; i < mix.EmptyFrames; i++)
            frames = [.. EmptyFrame(), .. frames];
        if (mix.HalfFrame)
            frames = frames[..(frames.Length / 2)];
        if (mix.Garbage > 0)
            frames = GarbageOf(mix.Garbage);
        var once = frames;
        for (var i = 0; i < mix.Duplicates; i++)
            frames = [.. frames, .. once];
        // Where a fault ends the connection, it does so instead of the answer, unless half of the answer is to be sent.
        return new Outgoing(mix.End == LinkEnd.None || mix.HalfFrame ? frames : [], mix.TcpBytes, mix.TcpPause, mix.End);
    }

    /// <summary>Falsifies the header or the first item.</summary>
    private static void Distort(Span<byte> pdu, FaultMix mix)
    {
        var header = S7Header.Read(pdu);
        Shift(pdu[S7Header.ReferenceOffset..], mix.ReferenceBy);
        Shift(pdu[(S7Header.ReferenceOffset + 2)..], mix.ParametersBy);
        Shift(pdu[(S7Header.ReferenceOffset + 4)..], mix.DataBy);
        if (mix.ItemCountBy != 0 && header.ParameterLength > 1)
            pdu[header.Length + 1] += (byte)mix.ItemCountBy;
        if (mix.ItemLengthBy != 0 && header.DataLength >= DataItem.HeaderLength)
            Shift(pdu[(header.DataOffset + 2)..], mix.ItemLengthBy);
    }

    private static void Shift(Span<byte> word, int by) =>
        BinaryPrimitives.WriteUInt16BigEndian(word, (ushort)(BinaryPrimitives.ReadUInt16BigEndian(word) + by));

    private static byte[] EmptyFrame()
    {
        var frame = new byte[Cotp.FrameOverhead];
        Cotp.WriteDataHeader(frame, 0, last: true);
        return frame;
    }

    private static byte[] GarbageOf(int length)
    {
        var bytes = new byte[length];
        for (var i = 0; i < length; i++)
            bytes[i] = (byte)(0xA5 + i * 7);
        return bytes;
    }
}
