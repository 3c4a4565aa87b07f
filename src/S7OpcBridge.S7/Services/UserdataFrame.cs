using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Services;

/// <summary>Builds and parses the frames of userdata services.</summary>
internal static class UserdataFrame
{
    /// <summary>Builds a request; the reference is set later.</summary>
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
        // A request without data has the code that answers use for "object does not exist".
        (
            payload.IsEmpty
                ? new DataItem(S7ItemStatus.ObjectMissing, DataTransport.None, 0)
                : new DataItem(S7ItemStatus.Ok, DataTransport.Octets, payload.Length)
        ).Write(request.AsSpan(header.DataOffset));
        payload.CopyTo(request.AsSpan(header.DataOffset + DataItem.HeaderLength));
        return request;
    }

    /// <summary>Parses an answer.</summary>
    /// <param name="header">Header of the answer.</param>
    /// <param name="pdu">The answer.</param>
    /// <param name="asked">Parameters of the request.</param>
    /// <param name="status">Return code of the data; <see cref="S7ItemStatus.None"/> where there is no data.</param>
    /// <param name="payload">The data.</param>
    /// <exception cref="S7ProtocolException">The answer does not match the request, or is shorter than it states.</exception>
    public static UserdataParameters Read(
        in S7Header header,
        ReadOnlySpan<byte> pdu,
        in UserdataParameters asked,
        out S7ItemStatus status,
        out ReadOnlySpan<byte> payload
    )
    {
        if (header.Rosctr != Rosctr.Userdata)
            throw new S7ProtocolException($"Broken answer: ROSCTR {(byte)header.Rosctr:X2} answers a userdata service.");
        var answer = UserdataParameters.Read(header.ParametersOf(pdu));
        if (answer.Group != asked.Group || answer.Function != asked.Function)
            throw new S7ProtocolException(
                $"Broken answer: userdata function {(int)answer.Group}/{answer.Function} answers " + $"{(int)asked.Group}/{asked.Function}."
            );
        var data = header.DataOf(pdu);
        status = S7ItemStatus.None;
        payload = default;
        // Some CPUs omit the data where the parameters contain an error.
        if (data.IsEmpty)
            return answer;
        var item = DataItem.ReadAnswer(data);
        if (item.ByteLength > data.Length - DataItem.HeaderLength)
            throw new S7ProtocolException(
                $"Broken answer: a userdata service announces {item.ByteLength} bytes, {data.Length - DataItem.HeaderLength} came."
            );
        status = item.Status;
        payload = data.Slice(DataItem.HeaderLength, item.ByteLength);
        return answer;
    }

    /// <summary>Explains the refusal of a service.</summary>
    public static string Explain(ushort code) => $"The PLC refused the service: {S7Reason.ForService(code)}";

    /// <summary>The refusal in the parameters or the return code of an answer; null: none.</summary>
    public static S7RefusedException? RefusalOf(in UserdataParameters answer, S7ItemStatus status)
    {
        if (answer.Error != 0)
            return new S7RefusedException(Explain(answer.Error), answer.Error);
        return status == S7ItemStatus.Ok
            ? null
            : new S7RefusedException($"The PLC has no such information: return code {(byte)status:X2}.", (ushort)status);
    }
}
