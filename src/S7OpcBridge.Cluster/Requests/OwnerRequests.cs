using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Requests;

/// <summary>Asks the owners of PLCs for cycles, read-backs and releases, and answers such requests for the PLCs of this node.</summary>
internal sealed class OwnerRequests(RequestParts parts)
{
    // Below the 3 s after which the asking node gives up.
    private static readonly TimeSpan Most = TimeSpan.FromMilliseconds(2700);

    private Acquisition Acquisition => parts.Acquisition;

    /// <summary>See <see cref="RemotePlcs.NextCycleAsync"/>. Ends at once where the owner does not answer, as for a PLC that is not connected.</summary>
    public async Task NextCycleAsync(int scanGroup, bool force, CancellationToken cancellationToken)
    {
        var group = Acquisition.Map.ScanGroups[scanGroup];
        var to = Begin(group.Plc);
        to.Text(group.Name);
        to.Byte(force ? (byte)1 : (byte)0);
        if (await AskAsync(group.Plc, MessageKind.NextCycle, to, cancellationToken).ConfigureAwait(false))
            await Acquisition.AppliedAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>See <see cref="RemotePlcs.ReadBackAsync"/>.</summary>
    public async Task ReadBackAsync(int plc, IReadOnlyList<int> written, CancellationToken cancellationToken)
    {
        var to = Begin(plc);
        to.Count(written.Count);
        foreach (var tag in written)
            RequestTagNames.Write(to, parts.Tags(), tag);
        if (await AskAsync(plc, MessageKind.ReadBack, to, cancellationToken).ConfigureAwait(false))
            await Acquisition.AppliedAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>See <see cref="RemotePlcs.Release"/>.</summary>
    public void Release(int plc, TimeSpan duration)
    {
        var to = Begin(plc);
        to.Signed(duration.Ticks);
        _ = AskAsync(plc, MessageKind.Release, to, CancellationToken.None);
    }

    /// <summary>See <see cref="RemotePlcs.RestorePace"/>.</summary>
    public void RestorePace(int plc) => _ = AskAsync(plc, MessageKind.RestorePace, Begin(plc), CancellationToken.None);

    /// <summary>See <see cref="RemotePlcs.AcknowledgeAsync"/>. Never repeated: the outcome of one without an answer is not known.</summary>
    public async ValueTask<CpuAckAnswer> AcknowledgeAsync(int plc, ulong alarm, CancellationToken cancellationToken)
    {
        var name = Acquisition.Map.Plcs[plc].Name;
        if (parts.HolderOf(name) is not { } node || node == parts.Self)
            return new CpuAckAnswer(CpuAckResult.NoCommunication, $"No node of the cluster reads {name} at present.");
        var to = Begin(plc);
        to.Fixed64(alarm);
        try
        {
            var answer = await parts.AskAsync(node, MessageKind.Acknowledge, to.Written, cancellationToken).ConfigureAwait(false);
            return AcknowledgeMessage.Read(answer);
        }
        catch (ClusterCallException e)
        {
            return new CpuAckAnswer(
                e.Failure == ClusterCallFailure.OutcomeUnknown ? CpuAckResult.Timeout : CpuAckResult.NoCommunication,
                e.Message
            );
        }
    }

    /// <summary>Answers a request of another node.</summary>
    public async ValueTask<byte[]> AnswerAsync(string from, byte kind, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Most);
        if (kind == MessageKind.Write)
            return await WriteAsync(body, limit.Token).ConfigureAwait(false);
        if (kind == MessageKind.Acknowledge)
            return await AcknowledgeAsync(body, limit.Token).ConfigureAwait(false);
        await (Start(kind, body.Span, limit.Token) ?? Task.CompletedTask).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (kind is MessageKind.NextCycle or MessageKind.ReadBack)
            await parts.FlushAsync(from, limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return [];
    }

    private WireWriter Begin(int plc)
    {
        var to = new WireWriter();
        to.Byte(MessageKind.Version);
        to.Text(Acquisition.Map.Plcs[plc].Name);
        return to;
    }

    private async Task<bool> AskAsync(int plc, byte kind, WireWriter to, CancellationToken cancellationToken)
    {
        if (parts.HolderOf(Acquisition.Map.Plcs[plc].Name) is not { } node || node == parts.Self)
            return false;
        try
        {
            await parts.AskAsync(node, kind, to.Written, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (ClusterCallException)
        {
            return false;
        }
    }

    private async Task<byte[]> WriteAsync(ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        if (!parts.MayWork() || !TryRead(body.Span, out var writes))
            return WriteMessage.Refusal;
        var results = new TagWriteResult[writes.Length];
        for (var i = 0; i < writes.Length; i++)
            results[i] = writes[i].Tag < 0 ? TagWriteResult.ConfigurationError : TagWriteResult.Abandoned;
        try
        {
            await Acquisition.WriteOwnAsync(writes, results, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // Some may have been sent; the results say which have no answer.
        }
        for (var i = 0; i < results.Length; i++)
            results[i] = results[i] == TagWriteResult.Abandoned ? TagWriteResult.Timeout : results[i];
        return WriteMessage.Answer(results);
    }

    private async Task<byte[]> AcknowledgeAsync(ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        try
        {
            return AcknowledgeMessage.Write(await AcknowledgeHereAsync(body.Span, cancellationToken).ConfigureAwait(false));
        }
        catch (OperationCanceledException)
        {
            return AcknowledgeMessage.Write(new CpuAckAnswer(CpuAckResult.Timeout, "The CPU did not answer in time."));
        }
    }

    private ValueTask<CpuAckAnswer> AcknowledgeHereAsync(ReadOnlySpan<byte> body, CancellationToken cancellationToken)
    {
        var from = new WireReader(body);
        return parts.MayWork() && Find(ref from) is { } list
            ? Acquisition.AcknowledgeOwnAsync(list.Plc, from.Fixed64(), cancellationToken)
            : ValueTask.FromResult(new CpuAckAnswer(CpuAckResult.NoCommunication, "The node that was asked does not read the PLC."));
    }

    private bool TryRead(ReadOnlySpan<byte> body, out TagWrite[] writes)
    {
        var from = new WireReader(body);
        writes = [];
        if (Find(ref from) is not { } list || !Acquisition.Owns(list.Plc))
            return false;
        writes = WriteMessage.Read(ref from, parts.Tags(), list);
        return true;
    }

    private Task? Start(byte kind, ReadOnlySpan<byte> body, CancellationToken cancellationToken)
    {
        var from = new WireReader(body);
        if (Find(ref from) is not { } list || !Acquisition.Owns(list.Plc))
            return null;
        if (kind == MessageKind.NextCycle)
        {
            var (name, force) = (from.Text(), from.Byte() != 0);
            var group = Array.Find(list.Groups, group => Acquisition.Map.ScanGroups[group].Name == name);
            if (Acquisition.Map.ScanGroups[group].Name != name)
                return null;
            return force ? Acquisition.PollAsync(group, cancellationToken) : Acquisition.NextCycleAsync(group, cancellationToken);
        }
        if (kind == MessageKind.ReadBack)
            return ReadBackAsync(ref from, list, cancellationToken);
        if (kind == MessageKind.Release)
            Acquisition.Release(list.Plc, TimeSpan.FromTicks(from.Signed()));
        else if (kind == MessageKind.RestorePace)
            Acquisition.RestorePace(list.Plc);
        return null;
    }

    private Task ReadBackAsync(ref WireReader from, PlcTagList list, CancellationToken cancellationToken)
    {
        var waits = new Task[from.Count(3)];
        for (var i = 0; i < waits.Length; i++)
            waits[i] = RequestTagNames.Read(ref from, parts.Tags(), list) is >= 0 and var tag
                ? Acquisition.ReadBackAsync(tag, cancellationToken)
                : Task.CompletedTask;
        return Task.WhenAll(waits);
    }

    private PlcTagList? Find(ref WireReader from)
    {
        if (from.Byte() != MessageKind.Version)
            throw new InvalidDataException("A request has another version than this node speaks.");
        return parts.Tags().Find(from.Text());
    }
}
