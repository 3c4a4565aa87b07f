namespace S7OpcBridge.Simulator;

/// <summary>The protection level of a CPU, as PUT/GET clients feel it.</summary>
public enum PlcProtection : byte
{
    /// <summary>Everybody reads and writes.</summary>
    None,

    /// <summary>Writes are answered with item code 03 until the session password was given.</summary>
    Write,

    /// <summary>Reads and writes are answered with item code 03 until the session password was given.</summary>
    ReadWrite,
}

/// <summary>The switches of the CPU that a test or a script turns while clients are connected. Every member may be set at any time, from any thread.</summary>
public sealed class PlcCpu
{
    private volatile bool _running = true;
    private volatile bool _putGet = true;
    private volatile PlcProtection _protection;
    private volatile string? _password;
    private long _clockOffset;

    /// <summary>RUN (true) or STOP. A CPU in STOP keeps answering with good data; its program, here the shapes, stands still.</summary>
    public bool IsRunning { get => _running; set => _running = value; }

    /// <summary>"Permit access with PUT/GET communication". False: every read and write is refused with 8104 in a 19-byte frame of ROSCTR 02.</summary>
    public bool PutGet { get => _putGet; set => _putGet = value; }

    /// <summary>The protection level.</summary>
    public PlcProtection Protection { get => _protection; set => _protection = value; }

    /// <summary>Session password of S7-300/400, at most 8 characters; null: none was set, and giving one is answered with D605.</summary>
    public string? Password { get => _password; set => _password = value; }

    /// <summary>What the PLC's clock shows beyond UTC; a client that sets the clock moves it.</summary>
    public TimeSpan ClockOffset
    {
        get => new(Interlocked.Read(ref _clockOffset));
        set => Interlocked.Exchange(ref _clockOffset, value.Ticks);
    }
}
