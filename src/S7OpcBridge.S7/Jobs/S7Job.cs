using System.Buffers.Binary;
using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>
/// An exchange with a PLC by classic S7 that can be repeated any number of times. It owns its request, answer and awaitable, so that sending allocates nothing.
/// Used by one caller at a time, who awaits the returned task once.
/// </summary>
public abstract class S7Job : PlcJob
{
    private protected S7Job() { }

    /// <summary>The request: an S7 PDU without TPKT and COTP.</summary>
    internal abstract ReadOnlySpan<byte> Request { get; }

    /// <summary>PDU bytes of the longest answer.</summary>
    internal abstract int LongestAnswer { get; }

    /// <summary>The PDU reference of the present sending.</summary>
    internal ushort Reference { get; private set; }

    /// <summary>The reference to send it with, as that of a job before; 0: any.</summary>
    internal ushort WantedReference { get; init; }

    internal override bool IsWrite => false;

    internal bool WasRefused => Failure is S7RefusedException;

    internal void Stamp(ushort reference)
    {
        Reference = reference;
        WriteReference(reference);
    }

    /// <summary>Receives the answer. The caller is not resumed yet; see <see cref="PlcJob.Complete"/>.</summary>
    /// <exception cref="S7ProtocolException">The answer does not match this request.</exception>
    internal void Accept(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        try
        {
            if (header.Error != 0)
                Failure = new S7RefusedException(Explain(header.Error), header.Error);
            else
                TakeAnswer(header, pdu);
        }
        catch (S7ProtocolException e)
        {
            Forget();
            Failure = e;
            throw;
        }
    }

    private protected static void WriteReference(Span<byte> pdu, ushort reference) =>
        BinaryPrimitives.WriteUInt16BigEndian(pdu[S7Header.ReferenceOffset..], reference);

    /// <summary>Sets a refusal as the result of a complete answer.</summary>
    private protected void Refuse(S7RefusedException refusal) => Failure = refusal;

    private protected abstract void WriteReference(ushort reference);

    /// <summary>Explains a refusal in the header.</summary>
    private protected virtual string Explain(ushort code) => $"The PLC refused the job: {S7Reason.ForRefusal(code)}";

    private protected abstract void TakeAnswer(in S7Header header, ReadOnlySpan<byte> pdu);

    /// <summary>The item count of an answer to ReadVar or WriteVar.</summary>
    private protected static int ItemsAnswered(in S7Header header, ReadOnlySpan<byte> pdu, S7Function function, int asked)
    {
        var parameters = header.ParametersOf(pdu);
        if (header.Rosctr != Rosctr.AckData || parameters.Length < ReadVar.ParameterHead)
            throw new S7ProtocolException(
                $"Broken answer: ROSCTR {(byte)header.Rosctr:X2} with {parameters.Length} bytes of parameters does not answer a "
                    + $"{function}."
            );
        if (parameters[0] != (byte)function)
            throw new S7ProtocolException($"Broken answer: function {parameters[0]:X2} answers a {function} ({(byte)function:X2}).");
        if (parameters[1] > asked)
            throw new S7ProtocolException($"Broken answer: {parameters[1]} items answer a {function} of {asked}.");
        return parameters[1];
    }
}
