using System.Buffers.Binary;
using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Services;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>
/// Answers ReadVar: <c>04 n</c> and per item <c>code1 transport1 length2 data</c>, padded to an even length except the last. All items are read under one lock.
/// </summary>
internal sealed class ReadVarService(PlcParts plc)
{
    /// <summary>Writes the answer's PDU and returns its length, or refuses.</summary>
    public int Serve(in S7Header header, ReadOnlySpan<byte> pdu, Span<byte> answer, S7LinkState link, in AnswerStyle style)
    {
        var parameters = header.ParametersOf(pdu);
        var items = ItemSpecs.CountOf(parameters);
        plc.Counters.Read(items);
        if (!ItemSpecs.AreWhole(parameters))
            return Refusals.Write(answer, header.Reference, Refusals.WrongFrame, plc);
        if (items > plc.Behavior.MaxItems)
        {
            if (plc.Behavior.OnTooManyItems == ItemOverflow.Refuse)
                return Refusals.Write(answer, header.Reference, Refusals.WrongFrame, plc);
            items = plc.Behavior.MaxItems;
        }

        var end = WriteItems(parameters[ReadVar.ParameterHead..], items, answer[..link.PduSize], link, style);
        if (end < 0)
            return Refusals.Write(answer, header.Reference, Refusals.WrongFrame, plc);
        new S7Header(Rosctr.AckData, header.Reference, ReadVar.ParameterHead, end - ReadVar.AnswerHead).Write(answer);
        answer[S7Header.AckLength] = (byte)S7Function.ReadVar;
        answer[S7Header.AckLength + 1] = (byte)items;
        return end;
    }

    /// <summary>Returns the end of the last item; -1: they do not fit the PDU.</summary>
    private int WriteItems(ReadOnlySpan<byte> specs, int items, Span<byte> answer, S7LinkState link, in AnswerStyle style)
    {
        var at = ReadVar.AnswerHead;
        using var hold = plc.Memory.Hold();
        for (var i = 0; i < items; i++)
        {
            var item = ServedItem.Find(ItemSpec.Read(specs[(i * ItemSpec.Length)..]), plc, link, forWrite: false);
            var status = i == style.FailedItem ? style.FailedWith : item.Status;
            var length = status == S7ItemStatus.Ok ? item.Length : 0;
            if (at + DataItem.HeaderLength + length > answer.Length)
                return -1;
            if (status == S7ItemStatus.Ok)
            {
                new DataItem(status, item.Transport, length).Write(answer[at..]);
                item.CopyTo(answer[(at + DataItem.HeaderLength)..]);
            }
            else
            {
                answer[at] = (byte)status;
                answer[at + 1] = (byte)DataTransport.None;
                BinaryPrimitives.WriteUInt16BigEndian(answer[(at + 2)..], (ushort)style.ErrorLength);
            }

            at += DataItem.HeaderLength + length;
            if ((length & 1) == 0 || (i == items - 1 && !style.PadsLast))
                continue;
            if (at == answer.Length)
                return i == items - 1 ? at : -1;
            answer[at++] = 0;
        }

        return at;
    }
}
