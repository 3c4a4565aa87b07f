using S7OpcBridge.Bridge.TagNodes;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Audit;

/// <summary>Writes as <paramref name="inner"/> does, and notes each: the value that was known before, the one that was sent, and the PLC's answer.</summary>
internal sealed class AuditedWrites(WriteHandler inner, ServedNodes nodes, VariableTable table, AuditLog audit)
{
    /// <summary>See <see cref="WriteHandler"/>.</summary>
    public ValueTask WriteAsync(UaCaller caller, IReadOnlyList<NodeWrite> writes, StatusCode[] results, CancellationToken cancellationToken) =>
        audit.IsOn ? NoteAsync(caller, writes, results, cancellationToken) : inner(caller, writes, results, cancellationToken);

    private async ValueTask NoteAsync(UaCaller caller, IReadOnlyList<NodeWrite> writes, StatusCode[] results, CancellationToken cancellationToken)
    {
        // Tags keep their numbers; what else could be written does not exist.
        var served = nodes.Current;
        var before = new Variant[writes.Count];
        for (var i = 0; i < before.Length; i++)
            before[i] = writes[i].Variable >= 0 ? table.Read(writes[i].Variable).Value : default;
        var isAnswered = false;
        try
        {
            await inner(caller, writes, results, cancellationToken).ConfigureAwait(false);
            isAnswered = true;
        }
        finally
        {
            // The client may have given up: what was on its way then may have been written or not, and the audit must say that it was sent.
            for (var i = 0; i < before.Length; i++)
                audit.Write(caller, served.IdOf(writes[i].Node.Index), RangeOf(writes[i]), before[i], writes[i].Value, isAnswered ? StatusCodes.NameOf(results[i]) : "given up before the answer");
        }
    }

    private static string RangeOf(in NodeWrite write) => write.Range is { Bounds: [var (low, high), ..] } ? $"[{low}:{high}]" : "";
}
