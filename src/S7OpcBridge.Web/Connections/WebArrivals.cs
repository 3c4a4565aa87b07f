using System.Net;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Web.Connections;

/// <summary>
/// Accepted connections whose first request is incomplete. Beyond <see cref="Most"/> of them the oldest connection of the address with the most is closed, so
/// that a flood from one address affects only that address. Any thread.
/// </summary>
/// <param name="places">The connections that are served.</param>
/// <param name="rate">Limits the new connections of an address.</param>
internal sealed class WebArrivals(WebConnections places, WebRate rate, TimeProvider time)
{
    /// <summary>Limit of these connections, of all addresses together.</summary>
    public const int Most = 128;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5),
        LookAgain = TimeSpan.FromMilliseconds(20);

    private readonly Lock _gate = new();
    private readonly List<Arrival> _waiting = new(Most);

    /// <summary>Waits until the first request of a connection is complete and a place is free; null: it was closed instead.</summary>
    /// <param name="endpoint">The endpoint that accepted it.</param>
    public async Task<WebConnection?> AdmitAsync(ConnectionContext connection, WebEndpoint endpoint)
    {
        var arrival = new Arrival(connection, ClientNetwork.From(connection.RemoteEndPoint));
        lock (_gate)
        {
            if (_waiting.Count >= Most)
                CloseOne();
            _waiting.Add(arrival);
        }

        WebConnection? place = null;
        bool isAdmitted;
        try
        {
            place = await PlaceAsync(arrival, endpoint);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            // Closed by the client or in favour of another connection, or silent for too long, or the bridge stops.
        }
        finally
        {
            isAdmitted = TryLeave(arrival);
        }

        if (isAdmitted && place is not null)
            return place;
        place?.Dispose();
        connection.Abort(); // a TCP reset: after a normal close the system keeps an entry for a minute
        return null;
    }

    private async Task<WebConnection?> PlaceAsync(Arrival arrival, WebEndpoint endpoint)
    {
        var (connection, network) = arrival;
        var stops = connection.Features.GetRequiredFeature<IConnectionLifetimeNotificationFeature>().ConnectionClosedRequested;
        using (var patience = new CancellationTokenSource(Patience, time))
        using (var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, stops))
        {
            if (!await FirstRequest.ArrivesAsync(connection.Transport.Input, either.Token) || !rate.TryTake(network))
                return null;
        }

        while (IsWaiting(arrival))
        {
            if (places.TryTake(endpoint, network, connection.Abort) is { } place)
                return place;
            await Task.Delay(LookAgain, TimeProvider.System, stops);
        }

        return null;
    }

    private bool IsWaiting(Arrival arrival)
    {
        lock (_gate)
            return _waiting.Contains(arrival);
    }

    private bool TryLeave(Arrival arrival)
    {
        lock (_gate)
            return _waiting.Remove(arrival);
    }

    private void CloseOne()
    {
        var largest = _waiting.CountBy(static each => each.Network).MaxBy(static each => each.Value).Key;
        var oldest = _waiting.FindIndex(each => each.Network.Equals(largest));
        _waiting[oldest].Connection.Abort();
        _waiting.RemoveAt(oldest);
    }

    private sealed record Arrival(ConnectionContext Connection, IPAddress Network);
}
