using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Requests;

/// <summary>The writes of one call to one PLC, and their results.</summary>
internal static class WriteMessage
{
    private const byte Done = 0,
        NotOwner = 1;

    /// <summary>The answer of a node that does not own the PLC: nothing was executed.</summary>
    public static byte[] Refusal { get; } = [NotOwner];

    public static byte[] Write(MapTags tags, PlcTagList list, IReadOnlyList<TagWrite> writes)
    {
        var to = new WireWriter();
        to.Byte(MessageKind.Version);
        to.Text(list.Name);
        to.Fixed64(list.Hash);
        to.Count(writes.Count);
        foreach (var write in writes)
        {
            RequestTagNames.Write(to, tags, write.Tag);
            to.Signed(write.Start);
            to.Count(write.Together?.Length ?? 0);
            if (write.Together is null)
                ValueWire.Write(to, write.Value, TagQuality.Good);
            foreach (var value in write.Together ?? [])
                ValueWire.Write(to, value, TagQuality.Good);
        }
        return to.ToArray();
    }

    /// <summary>Reads the writes; a tag that this node does not have is <see cref="TagWrite.None"/>.</summary>
    public static TagWrite[] Read(ref WireReader from, MapTags tags, PlcTagList list)
    {
        var isSame = from.Fixed64() == list.Hash;
        var writes = new TagWrite[from.Count(3)];
        for (var i = 0; i < writes.Length; i++)
        {
            var (tag, start, together) = (RequestTagNames.Read(ref from, tags, list), (int)from.Signed(), from.Count());
            var values = new TagValue[Math.Max(1, together)];
            for (var value = 0; value < values.Length; value++)
                values[value] = ValueWire.Read(ref from, out _);
            // The members of a structure may be others in another map.
            writes[i] =
                tag < 0 || (together > 0 && !isSame) ? TagWrite.None
                : together > 0 ? new TagWrite(tag, default, start, values)
                : new TagWrite(tag, values[0], start);
        }
        return writes;
    }

    public static byte[] Answer(ReadOnlySpan<TagWriteResult> results)
    {
        var answer = new byte[results.Length + 1];
        answer[0] = Done;
        for (var i = 0; i < results.Length; i++)
            answer[i + 1] = (byte)results[i];
        return answer;
    }

    /// <summary>Sets the results; false: the node does not own the PLC.</summary>
    public static bool TryReadAnswer(ReadOnlySpan<byte> answer, TagWriteResult[] results)
    {
        if (answer is [NotOwner])
            return false;
        if (answer.Length != results.Length + 1)
            throw new InvalidDataException("A node answered another number of writes than it was asked for.");
        for (var i = 0; i < results.Length; i++)
            results[i] = (TagWriteResult)answer[i + 1];
        return true;
    }
}
