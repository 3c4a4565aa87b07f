using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.Wire;

namespace S7OpcBridge.Cluster;

/// <summary>Answers the other nodes, and looks after what changes with time.</summary>
public sealed partial class SharedPlcs
{
    private static readonly TimeSpan AskEvery = TimeSpan.FromSeconds(1);

    /// <summary>Answers a request of another node; the handler of <see cref="ClusterNode.StartAsync"/>.</summary>
    public async ValueTask<byte[]> AnswerAsync(string fromNode, byte kind, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        try
        {
            switch (kind)
            {
                case MessageKind.Batch:
                    return await _receiver.TakeAsync(fromNode, body, cancellationToken).ConfigureAwait(false);
                case MessageKind.TagList:
                    await _receiver.LearnAsync(fromNode, body, cancellationToken).ConfigureAwait(false);
                    return [];
                case MessageKind.Alarms:
                    return await _alarms.TakeAsync(fromNode, body, cancellationToken).ConfigureAwait(false);
                case MessageKind.Demand:
                    _otherDemands.Receive(fromNode, body.Span);
                    return [];
                case MessageKind.Claim:
                    return _handover.Answer(fromNode, body.Span);
                case MessageKind.HandOver:
                    return await _handover.GiveAsync(fromNode, body, cancellationToken).ConfigureAwait(false);
                case MessageKind.Leaving:
                    _handover.Leaves(fromNode);
                    return [];
                case MessageKind.Symbols:
                    TakeSymbols(body.Span);
                    return [];
                case MessageKind.Describe:
                    return Describe();
                case MessageKind.Write
                or MessageKind.NextCycle
                or MessageKind.ReadBack
                or MessageKind.Release
                or MessageKind.RestorePace
                or MessageKind.Acknowledge:
                    return await _requests.AnswerAsync(fromNode, kind, body, cancellationToken).ConfigureAwait(false);
                default:
                    return _handlers.TryGetValue(kind, out var handler)
                        ? await handler(fromNode, kind, body, cancellationToken).ConfigureAwait(false)
                        : throw new ClusterCallException(
                            ClusterCallFailure.Refused,
                            $"Node {_self} does not know requests of the kind {kind}; is it of another version?"
                        );
            }
        }
        catch (InvalidDataException e)
        {
            throw new ClusterCallException(
                ClusterCallFailure.Refused,
                $"Node {_self} can't read a message of node {fromNode}: {e.Message}",
                e
            );
        }
    }

    private void TakeSymbols(ReadOnlySpan<byte> body)
    {
        var from = new WireReader(body);
        if (from.Byte() != MessageKind.Version)
            throw new InvalidDataException("The symbols of a CPU come in another version than this node speaks.");
        var plc = from.Text();
        if (Tags().Find(plc) is { } list && !_acquisition.Owns(list.Plc))
            _acquisition.FeedSymbols(plc, from.Bytes(from.Left).ToArray());
    }

    private async Task WatchAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(Look, _time);
        for (var round = 0L; await NextAsync(timer, cancellationToken).ConfigureAwait(false); round++)
        {
            try
            {
                await FollowMapAsync(cancellationToken).ConfigureAwait(false);
                lock (_viewGate)
                    _forwarder.Renew();
                await _silence.CheckAsync(cancellationToken).ConfigureAwait(false);
                if (round % 2 == 0)
                    TouchOwn();
            }
            catch (Exception e) when (!cancellationToken.IsCancellationRequested)
            {
                WatchFailed(_log, e);
            }
        }
    }

    private async Task AskDescriptionsAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(AskEvery, _time);
        do await _descriptions.AskAsync(_owners.Others, cancellationToken).ConfigureAwait(false);
        while (await NextAsync(timer, cancellationToken).ConfigureAwait(false));
    }

    private static async ValueTask<bool> NextAsync(PeriodicTimer timer, CancellationToken cancellationToken)
    {
        try
        {
            return await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    // The other nodes know from it that this node still reads the PLC, and its status.
    private void TouchOwn()
    {
        foreach (var list in Tags().Plcs)
        {
            if (!_acquisition.Owns(list.Plc))
                continue;
            foreach (var link in _forwarder.Links)
                link.Touch(list.Plc);
        }
    }

    private async Task FollowMapAsync(CancellationToken cancellationToken)
    {
        var (before, now) = (_followed, Tags());
        if (ReferenceEquals(before, now))
            return;
        _followed = now;
        await _receiver.FollowAsync(before, now, cancellationToken).ConfigureAwait(false);
        foreach (var link in _forwarder.Links)
        {
            link.Forget();
            foreach (var list in now.Plcs)
            {
                if (_acquisition.Owns(list.Plc) && before.Find(list.Name)?.Hash != list.Hash)
                    link.MarkAll(list);
            }
        }
        _handover.Wake();
    }

    [LoggerMessage(1147, LogLevel.Error, "The watch over the PLCs of other nodes failed; it goes on.")]
    private static partial void WatchFailed(ILogger logger, Exception exception);
}
