namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>
/// Waits for sockets of a list to become readable or writable, or for the <see cref="WakeSocket"/>. Filled anew for every wait, by one thread.
/// </summary>
internal abstract class SocketWatch
{
    /// <summary>
    /// The implementation for this system: <c>poll</c> directly, because <c>Socket.Select</c> makes lists and counts references; on Windows
    /// <c>Socket.Select</c>.
    /// </summary>
    public static SocketWatch Begin(WakeSocket wake) => OperatingSystem.IsWindows() ? new SelectWatch(wake) : new PollWatch(wake);

    /// <summary>Starts a new list that contains only the wake socket.</summary>
    public abstract void Clear();

    /// <summary>Adds a socket for the directions with a waiter.</summary>
    public abstract void Add(SystemSocket socket, bool read, bool write);

    /// <summary>Waits. Returns true where the loop was woken.</summary>
    /// <param name="milliseconds">Longest wait.</param>
    public abstract bool Wait(int milliseconds);

    /// <summary>Ends the waits of ready sockets, senders first.</summary>
    public abstract void Answer();
}
