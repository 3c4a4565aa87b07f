namespace S7OpcBridge.Simulator;

/// <summary>The protection level of a CPU for PUT/GET clients.</summary>
public enum PlcProtection : byte
{
    /// <summary>Reads and writes are allowed.</summary>
    None,

    /// <summary>Writes are answered with item code 03 until the session password was sent.</summary>
    Write,

    /// <summary>Reads and writes are answered with item code 03 until the session password was sent.</summary>
    ReadWrite,
}

/// <summary>CPU settings that tests and scripts may change while clients are connected. Every member may be set at any time, from any thread.</summary>
public sealed class PlcCpu
{
    private volatile bool _running = true;
    private volatile bool _putGet = true;
    private volatile PlcProtection _protection;
    private volatile string? _password;
    private long _clockOffset;

    /// <summary>RUN (true) or STOP. In STOP the CPU still answers reads, but the simulated signals do not change.</summary>
    public bool IsRunning
    {
        get => _running;
        set
        {
            if (_running == value)
                return;
            _running = value;
            ModeChanged?.Invoke(value);
        }
    }

    /// <summary>Is told RUN (true) and STOP.</summary>
    internal Action<bool>? ModeChanged { get; set; }

    /// <summary>"Permit access with PUT/GET communication". False: every read and write is refused with 8104, in a 19-byte frame of ROSCTR 02.</summary>
    public bool PutGet
    {
        get => _putGet;
        set => _putGet = value;
    }

    /// <summary>The protection level.</summary>
    public PlcProtection Protection
    {
        get => _protection;
        set => _protection = value;
    }

    /// <summary>Session password of S7-300/400, at most 8 characters; null: none is set, and sending one is answered with D605.</summary>
    public string? Password
    {
        get => _password;
        set => _password = value;
    }

    /// <summary>Difference of the PLC's clock from UTC; changed by clients that set the clock.</summary>
    public TimeSpan ClockOffset
    {
        get => new(Interlocked.Read(ref _clockOffset));
        set => Interlocked.Exchange(ref _clockOffset, value.Ticks);
    }
}
