using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Services;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>Answers WriteVar: <c>05 n</c> and a return code per item. An invalid frame changes nothing.</summary>
internal sealed class WriteVarService(PlcParts plc)
{
    /// <summary>Writes the answer's PDU and returns its length, or refuses.</summary>
    public int Serve(in S7Header header, ReadOnlySpan<byte> pdu, Span<byte> answer, S7LinkState link, in AnswerStyle style)
    {
        var parameters = header.ParametersOf(pdu);
        var items = ItemSpecs.CountOf(parameters);
        plc.Counters.Write(items);
        var data = header.DataOf(pdu);
        if (!ItemSpecs.AreWhole(parameters) || items > plc.Behavior.MaxItems || !IsWhole(data, items))
            return Refusals.Write(answer, header.Reference, Refusals.WrongFrame, plc);

        WriteItems(parameters[ReadVar.ParameterHead..], data, answer.Slice(WriteVar.AnswerHead, items), link, style);
        new S7Header(Rosctr.AckData, header.Reference, ReadVar.ParameterHead, items).Write(answer);
        answer[S7Header.AckLength] = (byte)S7Function.WriteVar;
        answer[S7Header.AckLength + 1] = (byte)items;
        return WriteVar.AnswerLength(items);
    }

    private void WriteItems(ReadOnlySpan<byte> specs, ReadOnlySpan<byte> data, Span<byte> codes, S7LinkState link, in AnswerStyle style)
    {
        using var hold = plc.Memory.Hold();
        for (var i = 0; i < codes.Length; i++)
        {
            var head = DataItem.ReadRequest(data);
            var item = ServedItem.Find(ItemSpec.Read(specs[(i * ItemSpec.Length)..]), plc, link, forWrite: true);
            var status = i == style.FailedItem ? style.FailedWith : item.Status;
            if (status == S7ItemStatus.Ok && head.ByteLength != item.Length)
                status = S7ItemStatus.TypeMismatch;
            if (status == S7ItemStatus.Ok)
                item.CopyFrom(data.Slice(DataItem.HeaderLength, item.Length));
            codes[i] = (byte)status;
            data = data[Math.Min(data.Length, DataItem.Padded(head.ByteLength))..];
        }
    }

    private static bool IsWhole(ReadOnlySpan<byte> data, int items)
    {
        for (var i = 0; i < items; i++)
        {
            if (data.Length < DataItem.HeaderLength || data[1] is not (3 or 4 or 5 or 6 or 7 or 9))
                return false;
            var length = DataItem.ReadRequest(data).ByteLength;
            if (data.Length < DataItem.HeaderLength + length)
                return false;
            data = data[Math.Min(data.Length, DataItem.Padded(length))..];
        }

        return true;
    }
}
