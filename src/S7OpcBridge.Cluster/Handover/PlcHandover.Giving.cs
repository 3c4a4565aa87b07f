using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Handover;

/// <summary>Answers the claims of other nodes, and leaves.</summary>
internal sealed partial class PlcHandover
{
    private static readonly TimeSpan Leave = TimeSpan.FromSeconds(8);

    // Told once each; used under the lock.
    private readonly HashSet<(string Plc, Claim Claim)> _disputed = [];

    /// <summary>Answers a claim: for each PLC whether this node has it, grants it, or knows a better claim.</summary>
    public byte[] Answer(string from, ReadOnlySpan<byte> body)
    {
        var claim = ClaimMessage.Read(body);
        _parts.Owners.Stays(from);
        var answers = new (ClaimState, long)[claim.Plcs.Count];
        lock (_gate)
        {
            for (var i = 0; i < answers.Length; i++)
            {
                var (plc, tenure) = claim.Plcs[i];
                answers[i] = (StateOf(plc, new Claim(claim.View, tenure, from)), _parts.Tenures.TenureOf(plc).Number);
            }
        }
        return ClaimMessage.WriteAnswer(answers);
    }

    /// <summary>Gives a PLC away that another node claims; answers when its connection is closed.</summary>
    public async ValueTask<byte[]> GiveAsync(string from, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        var message = ClaimMessage.Read(body.Span);
        var (plc, known) = message.Plcs[0];
        var claim = new Claim(message.View, known, from);
        if (_parts.Tags().Find(plc) is { } list)
        {
            lock (_gate)
            {
                if ((Acquisition.Owns(list.Plc) && !MayGive(plc, claim)) || !_claims.Enter(plc, claim))
                    return ClaimMessage.WriteAnswer([(ClaimState.Refused, _parts.Tenures.TenureOf(plc).Number)]);
            }
            var had = Acquisition.Owns(list.Plc);
            await Acquisition.LeaveAsync(list.Plc, FinishWrites, cancellationToken).ConfigureAwait(false);
            _parts.Tenures.End(plc);
            if (had)
                HandoverLog.HandedOver(_parts.Log, plc, from);
        }
        return ClaimMessage.WriteAnswer([(ClaimState.Granted, _parts.Tenures.TenureOf(plc).Number)]);
    }

    /// <summary>Another node says that it leaves: its PLCs get other owners.</summary>
    public void Leaves(string node)
    {
        _parts.Owners.Leaves(node);
        Wake();
    }

    /// <summary>A node with a later tenure has sent values of a PLC that this node has.</summary>
    public void Overtaken(string plc, long tenure)
    {
        if (_parts.Tags().Find(plc) is not { } list || !Acquisition.Owns(list.Plc) || _parts.Tenures.TenureOf(plc).Number >= tenure)
            return;
        HandoverLog.Overtaken(_parts.Log, plc);
        _ = LetGoAsync(list.Plc, plc, TimeSpan.Zero, CancellationToken.None);
    }

    /// <summary>
    /// Hands all PLCs over, one after the other as their new owners ask for them, before this node stops. Those that nobody takes are left at the end.
    /// </summary>
    public async Task LeaveAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
            _leaving = true;
        var told = await Task.WhenAll(_parts.Owners.Others.Select(node => SayAsync(node, cancellationToken))).ConfigureAwait(false);
        var start = _parts.Time.GetTimestamp();
        while (
            told.Contains(true)
            && OwnedCount() > 0
            && _parts.Time.GetElapsedTime(start) < Leave
            && !cancellationToken.IsCancellationRequested
        )
            await Task.Delay(TimeSpan.FromMilliseconds(20), _parts.Time, cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await Task.WhenAll(
                _parts
                    .Tags()
                    .Plcs.Where(list => Acquisition.Owns(list.Plc))
                    .Select(list => LetGoAsync(list.Plc, list.Name, FinishWrites, cancellationToken))
            )
            .ConfigureAwait(false);
    }

    private int OwnedCount() => _parts.Tags().Plcs.Count(list => Acquisition.Owns(list.Plc));

    private async Task<bool> SayAsync(string node, CancellationToken cancellationToken)
    {
        try
        {
            await _parts.AskAsync(node, MessageKind.Leaving, ReadOnlyMemory<byte>.Empty, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (Exception e) when (e is ClusterCallException or OperationCanceledException)
        {
            return false;
        }
    }

    private async Task LetGoAsync(int plc, string name, TimeSpan finish, CancellationToken cancellationToken)
    {
        await Acquisition.LeaveAsync(plc, finish, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _parts.Tenures.End(name);
    }

    // By an older view than the claim's this node may still call a node active that the claim's view calls dead. Whoever is no member in a later one has no
    // claim.
    private ClaimState StateOf(string plc, Claim claim)
    {
        var view = _parts.Owners.View;
        if (view.Version < claim.View || view.Find(claim.Node) is null)
            return ClaimState.Refused;
        if (_parts.Tags().Find(plc) is { } list && (Acquisition.Owns(list.Plc) || Acquisition.IsClosing(list.Plc)))
            return ClaimState.Held;
        return _claims.Enter(plc, claim) ? ClaimState.Granted : ClaimState.Refused;
    }

    // In an older view than this node's the other one may be wrong; in a later one it knows better.
    private bool MayGive(string plc, Claim claim)
    {
        var own = _parts.Owners.View.Version;
        if (_leaving || claim.View > own)
            return true;
        if (claim.View < own || _parts.Owners.OwnerOf(plc) != Self)
            return claim.View == own;
        if (_disputed.Add((plc, claim)))
            HandoverLog.Disputed(_parts.Log, plc, claim.Node);
        return false;
    }
}
