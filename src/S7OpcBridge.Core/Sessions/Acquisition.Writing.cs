using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Sessions;

namespace S7OpcBridge.Core;

/// <summary>Writes: to the sessions of this process, and in a cluster to the nodes that own the other PLCs.</summary>
public sealed partial class Acquisition
{
    /// <inheritdoc/>
    public ValueTask WriteAsync(ReadOnlyMemory<TagWrite> writes, Memory<TagWriteResult> results, CancellationToken cancellationToken) =>
        WriteAsync(writes, results, _ownership, cancellationToken);

    /// <summary>
    /// Writes for another node of the cluster. A write to a PLC that this node does not own ends as <see cref="TagWriteResult.NoCommunication"/>; it is never
    /// passed on.
    /// </summary>
    public ValueTask WriteOwnAsync(ReadOnlyMemory<TagWrite> writes, Memory<TagWriteResult> results, CancellationToken cancellationToken) =>
        WriteAsync(writes, results, cluster: null, cancellationToken);

    private async ValueTask WriteAsync(
        ReadOnlyMemory<TagWrite> writes,
        Memory<TagWriteResult> results,
        Ownership? cluster,
        CancellationToken cancellationToken
    )
    {
        var requests = new Dictionary<int, TagWriteRequest>();
        Dictionary<int, List<int>>? others = null;
        for (var i = 0; i < writes.Length; i++)
        {
            if (writes.Span[i].Tag < 0)
                continue;
            var plc = Map.Tags[writes.Span[i].Tag].Plc;
            if (SessionOf(plc) is not { } session)
            {
                results.Span[i] = TagWriteResult.NoCommunication;
                if (cluster is not null && !Map.Plcs[plc].IsGone)
                    ((others ??= []).TryGetValue(plc, out var places) ? places : others[plc] = []).Add(i);
                continue;
            }
            if (!requests.TryGetValue(plc, out var request))
                requests.Add(plc, request = new TagWriteRequest(writes, results));
            if (session.Gate.Admit(writes.Span[i], i, request) is var refusal and not TagWriteResult.Ok)
                results.Span[i] = refusal;
        }
        foreach (var (plc, request) in requests)
        {
            if ((SessionOf(plc)?.Writes.Accept(request) ?? TagWriteResult.NoCommunication) is var refused and not TagWriteResult.Ok)
                request.Complete(refused);
        }
        var elsewhere = others is null
            ? Task.CompletedTask
            : Task.WhenAll(others.Select(other => WriteRemoteAsync(cluster!, other.Key, other.Value, writes, results, cancellationToken)));
        try
        {
            foreach (var request in requests.Values)
                await request.Done.WaitAsync(cancellationToken).ConfigureAwait(false);
            await elsewhere.ConfigureAwait(false);
        }
        finally
        {
            // They end with the token at the latest, and must not write results afterwards.
            await elsewhere.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            // One PLC may have answered before the caller gave up on another one.
            foreach (var request in requests.Values)
                request.StopWaiting();
            for (var i = 0; i < writes.Length; i++)
            {
                if (writes.Span[i].Tag >= 0)
                    SessionOf(Map.Tags[writes.Span[i].Tag].Plc)?.Written.Count(results.Span[i]);
            }
        }
    }

    private async Task WriteRemoteAsync(
        Ownership ownership,
        int plc,
        List<int> places,
        ReadOnlyMemory<TagWrite> writes,
        Memory<TagWriteResult> results,
        CancellationToken cancellationToken
    )
    {
        var theirs = places.ConvertAll(place => writes.Span[place]);
        var answers = new TagWriteResult[theirs.Count];
        Array.Fill(answers, TagWriteResult.Abandoned);
        try
        {
            await ownership.Remote.WriteAsync(plc, theirs, answers, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            var written = new List<int>();
            for (var i = 0; i < answers.Length; i++)
            {
                results.Span[places[i]] = answers[i];
                for (var tag = 0; answers[i] == TagWriteResult.Ok && tag < Math.Max(1, theirs[i].Together?.Length ?? 0); tag++)
                    written.Add(theirs[i].Tag + tag);
            }
            if (written.Count > 0)
                AwaitReadBack(ownership, plc, written);
        }
    }

    /// <summary>Until the owner has read the tags back, a read with a MaxAge on this node waits.</summary>
    private void AwaitReadBack(Ownership ownership, int plc, List<int> written)
    {
        var pending = written.ConvertAll(_unconfirmed.Add);
        _ = ConfirmAsync();

        async Task ConfirmAsync()
        {
            await ownership
                .Remote.ReadBackAsync(plc, written, CancellationToken.None)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            pending.ForEach(static readBack => readBack.Confirm());
        }
    }
}
