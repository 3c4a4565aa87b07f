using System.Buffers.Binary;

namespace S7OpcBridge.S7.Wire;

/// <summary>The negotiation of an S7 connection, the same eight bytes in request and answer: <c>F0 00 calling2 called2 pdu2</c>.</summary>
/// <param name="MaxJobsCalling">Jobs in flight allowed for the client.</param>
/// <param name="MaxJobsCalled">Jobs in flight allowed for the PLC.</param>
/// <param name="PduSize">PDU size in bytes, without TPKT and COTP.</param>
internal readonly record struct SetupCommunication(int MaxJobsCalling, int MaxJobsCalled, int PduSize)
{
    public const int ParameterLength = 8;
    public const int RequestLength = S7Header.JobLength + ParameterLength;
    public const int AnswerLength = S7Header.AckLength + ParameterLength;

    public void WriteRequest(Span<byte> pdu, ushort reference)
    {
        new S7Header(Rosctr.Job, reference, ParameterLength, 0).Write(pdu);
        WriteParameters(pdu[S7Header.JobLength..]);
    }

    public void WriteAnswer(Span<byte> pdu, ushort reference)
    {
        new S7Header(Rosctr.AckData, reference, ParameterLength, 0).Write(pdu);
        WriteParameters(pdu[S7Header.AckLength..]);
    }

    /// <summary>Reads the parameters of a request or an answer.</summary>
    /// <exception cref="S7ProtocolException">The parameters are not those of a setup.</exception>
    public static SetupCommunication Read(ReadOnlySpan<byte> parameters)
    {
        if (parameters.Length < ParameterLength || parameters[0] != (byte)S7Function.Setup)
            throw new S7ProtocolException("Broken answer to the S7 setup: its parameters are not those of a negotiation (F0, 8 bytes).");
        return new SetupCommunication(
            BinaryPrimitives.ReadUInt16BigEndian(parameters[2..]),
            BinaryPrimitives.ReadUInt16BigEndian(parameters[4..]),
            BinaryPrimitives.ReadUInt16BigEndian(parameters[6..])
        );
    }

    private void WriteParameters(Span<byte> destination)
    {
        destination[0] = (byte)S7Function.Setup;
        destination[1] = 0;
        BinaryPrimitives.WriteUInt16BigEndian(destination[2..], (ushort)MaxJobsCalling);
        BinaryPrimitives.WriteUInt16BigEndian(destination[4..], (ushort)MaxJobsCalled);
        BinaryPrimitives.WriteUInt16BigEndian(destination[6..], (ushort)PduSize);
    }
}
