using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace S7OpcBridge;

/// <summary>
/// Tells systemd how the service is doing: lines of <c>NAME=value</c> in datagrams to the socket that it names in <c>NOTIFY_SOCKET</c> (sd_notify(3)). Under anything else
/// there is no such socket, and nothing is sent.
/// </summary>
internal sealed class SystemdNotify : IDisposable
{
    // The receiving buffer holds hundreds of datagrams: only a supervisor that has stopped reading makes anybody wait, and not for long.
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

    /// <summary>True: a supervisor listens.</summary>
    public bool IsSupervised => _supervisor is not null;

    /// <summary>Within which time the supervisor wants a sign of life before it starts the service anew; null: it does not watch.</summary>
    public TimeSpan? Watchdog { get; }

    /// <summary>By what systemd says in the environment of this process.</summary>
    /// <param name="variable">Reads a variable of the environment.</param>
    /// <param name="processId">Of this process: a watchdog is meant for one process and not for its children.</param>
    /// <param name="time">The clock.</param>
    public static SystemdNotify Of(Func<string, string?> variable, int processId, TimeProvider time)
    {
        // An address of another family (vsock) is for machines, not for services.
        if (variable("NOTIFY_SOCKET") is not { Length: > 1 } path || path[0] is not ('/' or '@'))
            return new SystemdNotify(null, null, time);
        // '@' stands for the zero byte of an abstract name.
        var supervisor = new UnixDomainSocketEndPoint(path[0] == '@' ? $"\0{path[1..]}" : path);
        var isMeant = variable("WATCHDOG_PID") is not { Length: > 0 } meant || meant == processId.ToString(CultureInfo.InvariantCulture);
        var isWatched = long.TryParse(variable("WATCHDOG_USEC"), NumberStyles.None, CultureInfo.InvariantCulture, out var microseconds) && microseconds > 0;
        return new SystemdNotify(supervisor, isMeant && isWatched ? TimeSpan.FromMicroseconds(microseconds) : null, time);
    }

    /// <summary>Started, or done with a reload: what was promised is served.</summary>
    public void Ready() => Send("READY=1");

    /// <summary>A reload has begun; <see cref="Ready"/> ends it. The time is that of CLOCK_MONOTONIC, by which systemd tells this reload from an earlier one.</summary>
    public void Reloading() => Send($"RELOADING=1\nMONOTONIC_USEC={(long)(_time.GetTimestamp() * (1e6 / _time.TimestampFrequency))}");

    /// <summary>On the way out.</summary>
    public void Stopping() => Send("STOPPING=1");

    /// <summary>A sign of life for the watchdog.</summary>
    public void Alive() => Send("WATCHDOG=1");

    /// <summary>One line for <c>systemctl status</c>.</summary>
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
            // The supervisor has gone or does not listen; serving goes on. What it then misses it deals with in its own way.
        }
    }
}
