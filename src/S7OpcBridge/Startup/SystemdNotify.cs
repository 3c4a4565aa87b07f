using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace S7OpcBridge.Startup;

/// <summary>
/// Sends state changes to systemd: lines of <c>NAME=value</c> in datagrams to the socket named by <c>NOTIFY_SOCKET</c> (sd_notify(3)). Without that variable
/// nothing is sent.
/// </summary>
internal sealed class SystemdNotify : IDisposable
{
    // The receive buffer holds hundreds of datagrams; only a supervisor that has stopped reading causes this wait.
    private const int PatienceMilliseconds = 200;

    private readonly Socket? _socket;
    private readonly UnixDomainSocketEndPoint? _supervisor;
    private readonly TimeProvider _time;

    private SystemdNotify(UnixDomainSocketEndPoint? supervisor, TimeSpan? watchdog, TimeProvider time)
    {
        (_supervisor, _time) = (supervisor, time);
        Watchdog = watchdog;
        if (supervisor is not null)
            _socket = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified) { SendTimeout = PatienceMilliseconds };
    }

    /// <summary>True: systemd supervises the process.</summary>
    public bool IsSupervised => _supervisor is not null;

    /// <summary>The watchdog timeout after which systemd restarts the service; null: no watchdog.</summary>
    public TimeSpan? Watchdog { get; }

    /// <summary>Reads the settings from the environment of this process.</summary>
    /// <param name="variable">Reads an environment variable.</param>
    /// <param name="processId">Id of this process: a watchdog applies to one process and not to its children.</param>
    public static SystemdNotify FromEnvironment(Func<string, string?> variable, int processId, TimeProvider time)
    {
        // Addresses of other families (vsock) are for virtual machines, not for services.
        if (variable("NOTIFY_SOCKET") is not { Length: > 1 } path || path[0] is not ('/' or '@'))
            return new SystemdNotify(null, null, time);
        // '@' stands for the zero byte of an abstract socket name.
        var supervisor = new UnixDomainSocketEndPoint(path[0] == '@' ? $"\0{path[1..]}" : path);
        var isMeant = variable("WATCHDOG_PID") is not { Length: > 0 } meant || meant == processId.ToString(CultureInfo.InvariantCulture);
        var isWatched =
            long.TryParse(variable("WATCHDOG_USEC"), NumberStyles.None, CultureInfo.InvariantCulture, out var microseconds)
            && microseconds > 0;
        return new SystemdNotify(supervisor, isMeant && isWatched ? TimeSpan.FromMicroseconds(microseconds) : null, time);
    }

    /// <summary>Reports that the service has started, or that a reload is complete.</summary>
    public void Ready() => Send("READY=1");

    /// <summary>
    /// Reports that a reload has begun; <see cref="Ready"/> ends it. The time is that of CLOCK_MONOTONIC, by which systemd distinguishes reloads.
    /// </summary>
    public void Reloading() => Send($"RELOADING=1\nMONOTONIC_USEC={(long)(_time.GetTimestamp() * (1e6 / _time.TimestampFrequency))}");

    /// <summary>Reports that the service is stopping.</summary>
    public void Stopping() => Send("STOPPING=1");

    /// <summary>Sends a watchdog message.</summary>
    public void Alive() => Send("WATCHDOG=1");

    /// <summary>Sets the line shown by <c>systemctl status</c>.</summary>
    public void Status(string line) => Send($"STATUS={line.ReplaceLineEndings(" ")}");

    public void Dispose() => _socket?.Dispose();

    private void Send(string state)
    {
        try
        {
            _socket?.SendTo(Encoding.UTF8.GetBytes(state), _supervisor!);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The supervisor is gone or does not listen; the bridge continues.
        }
    }
}
