using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Services;

/// <summary>The frames of a userdata exchange.</summary>
internal static class UserdataFrame
{
    /// <summary>A request without a reference yet.</summary>
    /// <param name="asked">Function and, for a further part, sequence and data unit.</param>
    /// <param name="payload">Data of the request; empty: none.</param>
    public static byte[] Build(in UserdataParameters asked, ReadOnlySpan<byte> payload)
    {
        Span<byte> parameters = stackalloc byte[UserdataParameters.LongLength];
        parameters = parameters[..asked.Write(parameters)];
        var dataLength = DataItem.HeaderLength + payload.Length;
        var header = new S7Header(Rosctr.Userdata, 0, parameters.Length, dataLength);
        var request = new byte[header.DataOffset + dataLength];
        header.Write(request);
        parameters.CopyTo(request.AsSpan(header.Length));
        // A request without data says so with the code that answers use for "no such object".
        (payload.IsEmpty ? new DataItem(S7ItemStatus.ObjectMissing, DataTransport.None, 0) : new DataItem(S7ItemStatus.Ok, DataTransport.Octets, payload.Length))
            .Write(request.AsSpan(header.DataOffset));
        payload.CopyTo(request.AsSpan(header.DataOffset + DataItem.HeaderLength));
        return request;
    }

    /// <summary>Takes an answer apart.</summary>
    /// <param name="header">Header of the answer.</param>
    /// <param name="pdu">The answer.</param>
    /// <param name="asked">What was asked.</param>
    /// <param name="status">Return code of the data; <see cref="S7ItemStatus.None"/> where there are none.</param>
    /// <param name="payload">The data.</param>
    /// <exception cref="S7ProtocolException">The answer is none to this question, or shorter than it says.</exception>
    public static UserdataParameters Read(in S7Header header, ReadOnlySpan<byte> pdu, in UserdataParameters asked, out S7ItemStatus status, out ReadOnlySpan<byte> payload)
    {
        if (header.Rosctr != Rosctr.Userdata)
            throw new S7ProtocolException($"Broken answer: ROSCTR {(byte)header.Rosctr:X2} answers a userdata service.");
        var answer = UserdataParameters.Read(header.ParametersOf(pdu));
        if (answer.Group != asked.Group || answer.Function != asked.Function)
            throw new S7ProtocolException($"Broken answer: userdata function {(int)answer.Group}/{answer.Function} answers {(int)asked.Group}/{asked.Function}.");
        var data = header.DataOf(pdu);
        status = S7ItemStatus.None;
        payload = default;
        // Some CPUs leave the data out altogether when the parameters carry an error.
        if (data.IsEmpty)
            return answer;
        var item = DataItem.ReadAnswer(data);
        if (item.ByteLength > data.Length - DataItem.HeaderLength)
            throw new S7ProtocolException($"Broken answer: a userdata service announces {item.ByteLength} bytes, {data.Length - DataItem.HeaderLength} came.");
        status = item.Status;
        payload = data.Slice(DataItem.HeaderLength, item.ByteLength);
        return answer;
    }

    /// <summary>A refusal of a service in words.</summary>
    public static string Explain(ushort code) => $"The PLC refused the service: {S7Reason.OfService(code)}";

    /// <summary>What the parameters or the return code of an answer refuse; null: nothing.</summary>
    public static S7RefusedException? RefusalOf(in UserdataParameters answer, S7ItemStatus status)
    {
        if (answer.Error != 0)
            return new S7RefusedException(Explain(answer.Error), answer.Error);
        return status == S7ItemStatus.Ok ? null : new S7RefusedException($"The PLC has no such information: return code {(byte)status:X2}.", (ushort)status);
    }
}
