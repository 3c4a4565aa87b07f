using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Web.Hosting;

/// <summary>
/// Accepted connections whose first request is incomplete; each costs only a socket. Beyond <see cref="Most"/> of them the oldest connection of the address
/// with the most is closed, so that a flood from one address affects only that address. Any thread.
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

    /// <summary>Adds a new connection. It is passed on once its first request is complete and a place is free, otherwise closed.</summary>
    /// <param name="endpoint">The endpoint that accepted it.</param>
    /// <param name="serve">Receives the socket with its place.</param>
    public void Add(Socket socket, WebEndpoint endpoint, Action<Socket, WebConnection> serve)
    {
        var arrival = new Arrival(socket, ClientNetwork.From(socket.RemoteEndPoint));
        lock (_gate)
        {
            if (_waiting.Count >= Most)
                CloseOne();
            _waiting.Add(arrival);
        }

        _ = WaitAsync(arrival, endpoint, serve);
    }

    /// <summary>Closes all of them.</summary>
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
            // Closed by the client or in favour of another connection, or silent for too long.
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

    private void CloseOne()
    {
        var largest = _waiting.CountBy(static each => each.Network).MaxBy(static each => each.Value).Key;
        var oldest = _waiting.FindIndex(each => each.Network.Equals(largest));
        Reset(_waiting[oldest].Socket);
        _waiting.RemoveAt(oldest);
    }

    // Closes with a TCP reset, because after a normal close the system keeps an entry for a minute.
    private static void Reset(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // It is closed already.
        }

        socket.Dispose();
    }

    private sealed record Arrival(Socket Socket, IPAddress Network);
}
