using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Tls;
using S7OpcBridge.Simulator.Playback;

namespace S7OpcBridge.Simulator;

/// <summary>
/// A PLC that answers as a recording does: equal requests get the recorded answers in their order, and the last of them from then on. The k-th connection
/// begins with what was recorded on the k-th, and a later one with what was recorded on the last. A request that was never recorded is refused as by a CPU
/// that has no such thing, and told.
/// </summary>
public sealed class RecordedPlc : IAsyncDisposable
{
    private const int Backlog = 64;
    private const int MostConnections = 64;

    private readonly ClassicRecording? _classic;
    private readonly PlusRecording? _plus;
    private readonly TlsIdentity? _identity;
    private readonly MissingRequests _missing;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stopping = new();
    private readonly HashSet<Task> _links = [];
    private readonly Lock _gate = new();
    private Socket? _listener;
    private Task _accepting = Task.CompletedTask;
    private int _connections;

    /// <summary>Makes a PLC that does not listen yet.</summary>
    /// <param name="recording">What it answers.</param>
    /// <param name="told">Is given sentences: what of the recording cannot be played, and each request that is not in it. Any thread.</param>
    /// <param name="time">The clock.</param>
    /// <exception cref="SoftPlcException">The recording has no beginning of a connection.</exception>
    public RecordedPlc(WireRecording recording, Action<string> told, TimeProvider time)
    {
        (Name, _time) = (recording.Name, time);
        _missing = new MissingRequests(Name, told);
        if (!recording.IsPlus)
        {
            _classic = ClassicRecording.From(recording.Lines, told);
            return;
        }

        _plus = PlusRecording.From(recording.Lines, told);
        if (!_plus.HasSession)
            throw new SoftPlcException(
                $"The wire log of {Name} does not contain the beginning of a connection; record again with a file that does not exist yet."
            );
        _identity = TlsIdentity.Create(Name, time.GetUtcNow());
        Thumbprint = Convert.ToHexString(SHA256.HashData(_identity.Certificate));
    }

    /// <summary>The name in the recording.</summary>
    public string Name { get; }

    /// <summary>SHA-256 of the certificate, 64 hexadecimal digits; null with classic S7. New with each PLC.</summary>
    public string? Thumbprint { get; }

    /// <summary>Number of requests and items so far that were not recorded.</summary>
    public int Missing => _missing.Count;

    /// <summary>The local endpoint.</summary>
    /// <exception cref="SoftPlcException">It was not started.</exception>
    public IPEndPoint Endpoint =>
        (IPEndPoint?)_listener?.LocalEndPoint ?? throw new SoftPlcException($"The recorded PLC {Name} has not been started.");

    /// <summary>Starts listening. To be called once.</summary>
    /// <param name="address">Local address.</param>
    /// <param name="port">TCP port; 0: a free one.</param>
    /// <exception cref="SoftPlcException">The port is in use or not permitted.</exception>
    public void Start(IPAddress address, int port)
    {
        var listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            listener.Bind(new IPEndPoint(address, port));
            listener.Listen(Backlog);
        }
        catch (SocketException e)
        {
            listener.Dispose();
            throw new SoftPlcException($"The recorded PLC {Name} cannot listen on {address}:{port}: {e.Message}", e);
        }

        _listener = listener;
        _accepting = Task.Run(AcceptAsync, CancellationToken.None);
    }

    /// <summary>Closes all connections and releases the port.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_stopping.IsCancellationRequested)
            return;
        await _stopping.CancelAsync();
        _listener?.Dispose();
        await _accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Task[] links;
        lock (_gate)
            links = [.. _links];
        await Task.WhenAll(links).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stopping.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            Socket socket;
            try
            {
                socket = await _listener!.AcceptAsync(_stopping.Token);
            }
            catch (SocketException) when (!_stopping.IsCancellationRequested)
            {
                continue; // The caller was gone before it was accepted.
            }

            lock (_gate)
            {
                _links.RemoveWhere(link => link.IsCompleted);
                if (_links.Count < MostConnections)
                    _links.Add(Task.Run(() => ServeAsync(socket), CancellationToken.None));
                else
                    socket.Dispose();
            }
        }
    }

    // Counted when it begins to speak the protocol, as in a recording.
    private int NextConnection() => Interlocked.Increment(ref _connections) - 1;

    private async Task ServeAsync(Socket socket)
    {
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(_stopping.Token);
        try
        {
            socket.NoDelay = true;
            await (
                _plus is not null
                    ? new PlusReplayLink(socket, _identity!, _plus, NextConnection, _missing, _time).RunAsync(ended.Token)
                    : new ClassicReplayLink(socket, _classic!, NextConnection, _missing, _time).RunAsync(ended.Token)
            );
        }
        catch (Exception e)
            when (e
                    is SocketException
                        or ObjectDisposedException
                        or OperationCanceledException
                        or S7Exception
                        or S7PlusException
                        or IsoProtocolException
                        or TlsFailure
                        or EndOfStreamException
            )
        {
            // The caller is gone, or does not speak the protocol: the connection is closed.
        }
        finally
        {
            await ended.CancelAsync();
            socket.Dispose();
        }
    }
}
