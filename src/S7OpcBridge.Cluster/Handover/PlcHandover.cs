using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Handover;

/// <summary>
/// Takes the PLCs that this node owns and gives away those that others own. A PLC is taken when every other member has granted it; a member that has it first
/// finishes its writes and closes the connection. A member that does not answer may have it: nothing is taken until it answers or is no member any more.
/// </summary>
internal sealed partial class PlcHandover : IDisposable
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(500),
        Again = TimeSpan.FromMilliseconds(100),
        FinishWrites = TimeSpan.FromSeconds(2),
        ToldAfter = TimeSpan.FromSeconds(5);

    private readonly Lock _gate = new(),
        _roundGate = new();
    private readonly Claims _claims = new();
    private readonly AsyncSignal _signal;
    private readonly HandoverParts _parts;
    private CancellationTokenSource _round = new();
    private bool _leaving;
    private long _waitingSince,
        _toldAt;

    public PlcHandover(HandoverParts parts)
    {
        _parts = parts;
        _signal = new AsyncSignal(parts.Time);
    }

    private Acquisition Acquisition => _parts.Acquisition;

    private string Self => _parts.Self;

    /// <summary>The view or the map has changed.</summary>
    public void Wake()
    {
        lock (_roundGate)
            _ = _round.CancelAsync();
        _signal.Set();
    }

    /// <summary>This node may not talk to PLCs any more, or may again.</summary>
    public void Fence(bool isFenced)
    {
        var count = 0;
        lock (_gate)
        {
            if (isFenced)
            {
                Acquisition.Fence();
                count = _parts.Tags().Plcs.Count(list => _parts.Tenures.End(list.Name));
            }
        }
        if (count > 0)
            HandoverLog.Fenced(_parts.Log, count);
        Wake();
    }

    /// <summary>Runs until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                await _signal.WaitAsync(Look).ConfigureAwait(false);
                while (await TakeOwnAsync(cancellationToken).ConfigureAwait(false))
                    await _signal.WaitAsync(Again).ConfigureAwait(false);
            }
            catch (Exception e) when (!cancellationToken.IsCancellationRequested)
            {
                HandoverLog.Failed(_parts.Log, e);
                await Task.Delay(Look, _parts.Time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }

    public void Dispose()
    {
        _signal.Dispose();
        _round.Dispose();
    }

    /// <summary>Claims the PLCs that this node should own and does not. Returns true where some have to be tried again soon.</summary>
    private async Task<bool> TakeOwnAsync(CancellationToken cancellationToken)
    {
        // A change of the view ends the questions of the round: the node that does not answer may be gone.
        var round = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Replace(round);
        try
        {
            return await TakeOwnAsync(round, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            Replace(new CancellationTokenSource());
            round.Dispose();
        }
    }

    private void Replace(CancellationTokenSource round)
    {
        lock (_roundGate)
            _round = round;
    }

    private async Task<bool> TakeOwnAsync(CancellationTokenSource round, CancellationToken cancellationToken)
    {
        var view = _parts.Owners.View;
        (string Name, long Tenure)[] wanted;
        lock (_gate)
        {
            if (_leaving || !_parts.MayWork())
                return false;
            wanted =
            [
                .. _parts
                    .Tags()
                    .Plcs.Where(list => _parts.Owners.OwnerOf(list.Name) == Self && !Acquisition.Owns(list.Plc))
                    .Select(list => (list.Name, _parts.Tenures.TenureOf(list.Name).Number))
                    .Where(plc => _claims.Enter(plc.Name, new Claim(view.Version, plc.Number, Self))),
            ];
        }
        if (wanted.Length == 0)
        {
            _waitingSince = _toldAt = 0;
            return false;
        }
        var claim = new ClaimMessage(view.Version, wanted);
        var bytes = claim.Write();
        var others = _parts.Owners.Others;
        (string Node, (ClaimState State, long Tenure)[] Answers)[] all;
        try
        {
            all = await Task.WhenAll(others.Select(ClaimAsync)).ConfigureAwait(false);
        }
        catch (Exception e) when (e is ClusterCallException or OperationCanceledException && !cancellationToken.IsCancellationRequested)
        {
            ReportWaiting(wanted.Length, e.Message);
            return true;
        }
        var taken = await Task.WhenAll(
                wanted.Select(
                    (plc, i) =>
                        TakeAsync(
                            plc.Name,
                            new Claim(view.Version, plc.Tenure, Self),
                            [.. all.Select(answer => (answer.Node, answer.Answers[i].State, answer.Answers[i].Tenure))],
                            round.Token
                        )
                )
            )
            .ConfigureAwait(false);
        var names = wanted.Where((_, i) => taken[i]).Select(static plc => plc.Name).ToArray();
        if (names.Length > 0)
            HandoverLog.Taken(_parts.Log, names.Length, string.Join(", ", names.Take(20)) + (names.Length > 20 ? ", …" : ""));
        if (names.Length < wanted.Length)
            ReportWaiting(wanted.Length - names.Length, "another node still has them, or claims them too");
        return names.Length < wanted.Length;

        async Task<(string Node, (ClaimState State, long Tenure)[] Answers)> ClaimAsync(string node) =>
            (node, ClaimMessage.ReadAnswer(await _parts.AskAsync(node, MessageKind.Claim, bytes, round.Token).ConfigureAwait(false)));
    }

    private async Task<bool> TakeAsync(
        string plc,
        Claim claim,
        (string Node, ClaimState State, long Tenure)[] answers,
        CancellationToken cancellationToken
    )
    {
        if (answers.Any(static answer => answer.State == ClaimState.Refused))
            return false;
        var message = new ClaimMessage(claim.View, [(plc, claim.Tenure)]).Write();
        var heardOf = answers.Length == 0 ? 0 : answers.Max(static answer => answer.Tenure);
        foreach (var (node, state, _) in answers)
        {
            if (state != ClaimState.Held)
                continue;
            try
            {
                var answer = await _parts.AskAsync(node, MessageKind.HandOver, message, cancellationToken).ConfigureAwait(false);
                var (given, tenure) = ClaimMessage.ReadAnswer(answer)[0];
                if (given != ClaimState.Granted)
                    return false;
                heardOf = Math.Max(heardOf, tenure);
            }
            catch (Exception e) when (e is ClusterCallException or OperationCanceledException)
            {
                return false;
            }
        }
        lock (_gate)
        {
            // Cancelled: the answers may be from before this node was fenced.
            if (cancellationToken.IsCancellationRequested || _leaving || !_parts.MayWork() || !_claims.IsBest(plc, claim))
                return false;
            if (_parts.Tags().Find(plc) is not { } list)
                return false;
            // Before the session can read anything.
            _parts.Tenures.Begin(plc, claim.View, heardOf);
            if (Acquisition.Own(list.Plc))
                return true;
            _parts.Tenures.End(plc);
            return false;
        }
    }

    private void ReportWaiting(int count, string reason)
    {
        if (_waitingSince == 0)
            _waitingSince = _parts.Time.GetTimestamp();
        if (_toldAt != 0 || _parts.Time.GetElapsedTime(_waitingSince) < ToldAfter)
            return;
        _toldAt = _parts.Time.GetTimestamp();
        HandoverLog.Waiting(_parts.Log, count, reason);
    }
}
