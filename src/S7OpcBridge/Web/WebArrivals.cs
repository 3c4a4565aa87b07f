using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge;

/// <summary>
/// Connections that have been accepted and have not said all of their first request: they cost a socket and nothing else. There are so many places; when they
/// are taken, the oldest of the address that has the most gives way, so that a storm from one address is a matter of that address. Any thread.
/// </summary>
/// <param name="places">The connections that are served.</param>
/// <param name="rate">How many new ones an address may have.</param>
/// <param name="time">The clock.</param>
internal sealed class WebArrivals(WebConnections places, WebRate rate, TimeProvider time)
{
    /// <summary>Connections that wait, of all addresses together.</summary>
    public const int Most = 128;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5), LookAgain = TimeSpan.FromMilliseconds(20);

    private readonly Lock _gate = new();
    private readonly List<Arrival> _waiting = new(Most);

    /// <summary>Takes a new connection, and ends it, or hands it over when its request has come and there is a place.</summary>
    /// <param name="socket">Its socket.</param>
    /// <param name="endpoint">The address by which it came.</param>
    /// <param name="serve">Takes the socket with its place.</param>
    public void Add(Socket socket, WebEndpoint endpoint, Action<Socket, WebConnection> serve)
    {
        var arrival = new Arrival(socket, ClientNetwork.Of(socket.RemoteEndPoint));
        lock (_gate)
        {
            if (_waiting.Count >= Most)
                GiveWay();
            _waiting.Add(arrival);
        }

        _ = WaitAsync(arrival, endpoint, serve);
    }

    /// <summary>Ends all that wait.</summary>
    public void Clear()
    {
        lock (_gate)
        {
            _waiting.ForEach(static each => each.Socket.Dispose());
            _waiting.Clear();
        }
    }

    private async Task WaitAsync(Arrival arrival, WebEndpoint endpoint, Action<Socket, WebConnection> serve)
    {
        var socket = arrival.Socket;
        try
        {
            using (var patience = new CancellationTokenSource(Patience, time))
            {
                await socket.ReceiveAsync(Memory<byte>.Empty, SocketFlags.None, patience.Token);
                while (!FirstRequest.IsWhole(socket))
                    await Task.Delay(LookAgain, TimeProvider.System, patience.Token);
            }

            if (!rate.TryTake(arrival.Network))
                return;
            WebConnection? place;
            while ((place = places.TryTake(endpoint, arrival.Network)) is null)
            {
                if (!IsWaiting(arrival))
                    return;
                await Task.Delay(LookAgain, TimeProvider.System);
            }

            if (!TryLeave(arrival))
            {
                place.Dispose();
                return;
            }

            try
            {
                serve(socket, place);
            }
            catch
            {
                place.Dispose();
                Reset(socket);
                throw;
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            // It hung up, gave way, or said nothing for too long.
        }
        finally
        {
            if (TryLeave(arrival))
                Reset(socket);
        }
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

    private void GiveWay()
    {
        var largest = _waiting.CountBy(static each => each.Network).MaxBy(static each => each.Value).Key;
        var oldest = _waiting.FindIndex(each => each.Network.Equals(largest));
        Reset(_waiting[oldest].Socket);
        _waiting.RemoveAt(oldest);
    }

    // Without the farewell of TCP, which would keep something of it in the system for a minute.
    private static void Reset(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // It has gone already.
        }

        socket.Dispose();
    }

    private sealed record Arrival(Socket Socket, IPAddress Network);
}
