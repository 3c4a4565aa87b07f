using System.Collections.Concurrent;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Requests;

/// <summary>
/// Writes to PLCs that other nodes own. The calls to one PLC are passed on one after the other, in the order in which they were made. A call whose outcome is
/// unknown is never repeated.
/// </summary>
internal sealed class RemoteWrites(RequestParts parts)
{
    private static readonly TimeSpan OtherOwnerWithin = TimeSpan.FromSeconds(1),
        Look = TimeSpan.FromMilliseconds(20);

    private readonly ConcurrentDictionary<string, Turns> _turns = new(StringComparer.Ordinal);

    /// <summary>See <see cref="RemotePlcs.WriteAsync"/>.</summary>
    public async Task WriteAsync(int plc, IReadOnlyList<TagWrite> writes, TagWriteResult[] results, CancellationToken cancellationToken)
    {
        var tags = parts.Tags();
        Array.Fill(results, TagWriteResult.NoCommunication);
        // A node that is cut off would not get an answer, and the outcome would be unknown for nothing.
        if (!parts.MayWork() || tags.ForPlc(plc) is not { } list)
            return;
        var turn = _turns.GetOrAdd(list.Name, static _ => new Turns()).Next();
        try
        {
            await turn.Before.WaitAsync(cancellationToken).ConfigureAwait(false);
            var body = WriteMessage.Write(tags, list, writes);
            var node = parts.HolderOf(list.Name);
            if (await AskAsync(node, list.Plc, body, writes, results, cancellationToken).ConfigureAwait(false))
                return;
            // It was not the owner: nothing was executed, and another node may be the owner in a moment.
            var start = parts.Time.GetTimestamp();
            while (
                parts.HolderOf(list.Name) == node
                && !parts.Acquisition.Owns(list.Plc)
                && parts.Time.GetElapsedTime(start) < OtherOwnerWithin
            )
                await Task.Delay(Look, parts.Time, cancellationToken).ConfigureAwait(false);
            await AskAsync(parts.HolderOf(list.Name), list.Plc, body, writes, results, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            turn.End();
        }
    }

    /// <summary>Asks a node once. Returns false where nothing was executed because it is not the owner.</summary>
    private async Task<bool> AskAsync(
        string? node,
        int plc,
        byte[] body,
        IReadOnlyList<TagWrite> writes,
        TagWriteResult[] results,
        CancellationToken cancellationToken
    )
    {
        if (node is null)
            return false;
        if (node == parts.Self)
        {
            if (!parts.Acquisition.Owns(plc))
                return false;
            await parts.Acquisition.WriteOwnAsync(writes.ToArray(), results, cancellationToken).ConfigureAwait(false);
            return true;
        }
        try
        {
            Array.Fill(results, TagWriteResult.Abandoned);
            var answer = await parts.AskAsync(node, MessageKind.Write, body, cancellationToken).ConfigureAwait(false);
            if (WriteMessage.TryReadAnswer(answer, results))
                return true;
        }
        catch (ClusterCallException e) when (e.Failure == ClusterCallFailure.OutcomeUnknown)
        {
            Array.Fill(results, TagWriteResult.Timeout);
            return true;
        }
        catch (ClusterCallException)
        {
            // It was not executed.
        }
        Array.Fill(results, TagWriteResult.NoCommunication);
        return false;
    }

    /// <summary>The order of calls: each waits for the one before.</summary>
    private sealed class Turns
    {
        private readonly Lock _gate = new();
        private Task _last = Task.CompletedTask;

        public Turn Next()
        {
            lock (_gate)
            {
                var turn = new Turn(_last);
                _last = turn.Ended;
                return turn;
            }
        }
    }

    private sealed class Turn(Task before)
    {
        private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Before => before;

        public Task Ended => _ended.Task;

        // A call that gave up waiting must not let later ones overtake earlier ones.
        public void End() =>
            _ = before.ContinueWith(
                _ => _ended.TrySetResult(),
                CancellationToken.None,
                TaskContinuationOptions.None,
                TaskScheduler.Default
            );
    }
}
