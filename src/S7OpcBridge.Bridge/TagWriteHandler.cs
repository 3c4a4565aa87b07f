using S7OpcBridge.Bridge.Structures;
using S7OpcBridge.Bridge.TagNodes;
using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>Passes the writes of one call to the PLCs and returns their results. The server has already checked access; Core checks type and limits.</summary>
internal sealed class TagWriteHandler(ITagWriter writer, ServedNodes served)
{
    /// <summary>Writes in the order of the call; see <see cref="WriteHandler"/>. An operation has the same place in all arrays.</summary>
    public async ValueTask WriteAsync(
        UaCaller caller,
        IReadOnlyList<NodeWrite> writes,
        WriteResults results,
        CancellationToken cancellationToken
    )
    {
        var (tags, answers) = (new TagWrite[results.Count], new TagWriteResult[results.Count]);
        Array.Fill(tags, TagWrite.None);
        foreach (var write in writes)
        {
            if (TryTranslate(write, out var tag, out var refusal))
                tags[write.Place] = tag;
            else
                results[write] = refusal;
        }
        try
        {
            await writer.WriteAsync(tags, answers, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // The client may have given up on one PLC after another one has answered.
            foreach (var write in writes)
            {
                if (tags[write.Place].Tag >= 0)
                    results[write] = StatusMapping.ToStatusCode(answers[write.Place]);
            }
        }
    }

    private bool TryTranslate(in NodeWrite write, out TagWrite tag, out StatusCode refusal)
    {
        tag = default;
        var nodes = served.Current.Structures;
        if ((uint)write.Variable >= (uint)nodes.Map.Tags.Length || nodes.Map.Tags[write.Variable].IsGone)
            return TryTranslateStructure(nodes, write, out tag, out refusal);
        refusal = StatusCodes.BadTypeMismatch;
        if (!TypeMapping.TryFromVariant(write.Value, out var value))
            return false;
        var start = -1;
        if (write.Range is { } range)
        {
            // An index range must be exactly as long as the written value (OPC 10000-4, 5.11.4).
            refusal = StatusCodes.BadIndexRangeNoData;
            if (
                range.Bounds.Count != 1
                || !value.IsArray
                || value.Reference is not Array elements
                || elements.Length != range.Bounds[0].High - range.Bounds[0].Low + 1
            )
                return false;
            start = range.Bounds[0].Low;
        }
        tag = new TagWrite(write.Variable, value, start);
        return true;
    }

    private static bool TryTranslateStructure(StructureNodes nodes, in NodeWrite write, out TagWrite tag, out StatusCode refusal)
    {
        // A row of nobody: the map was exchanged after the node was looked up.
        (tag, refusal) = (default, StatusCodes.BadNoCommunication);
        if (nodes.StructureOf(write.Variable) is not (>= 0 and var index))
            return false;
        var structure = nodes.Map.Structures[index];
        var (first, count) = (0, structure.IsArray ? structure.ArrayLength : -1);
        if (write.Range is { } range)
        {
            refusal = StatusCodes.BadIndexRangeNoData;
            if (!structure.IsArray || range.Bounds.Count != 1 || range.Bounds[0].High >= structure.ArrayLength)
                return false;
            (first, count) = (range.Bounds[0].Low, range.Bounds[0].High - range.Bounds[0].Low + 1);
        }
        refusal = StructureWrite.Read(structure.Type, write.Value, count, out var values);
        tag = new TagWrite(structure.FirstTag + (first * structure.Type.TagCount), default, Together: values);
        return refusal.IsGood;
    }
}
