namespace S7OpcBridge.S7.Transport.Loop;

/// <summary>Waits for sockets: any of a list to be readable or writable, or the <see cref="WakeSocket"/>. Filled anew for every wait, by one thread.</summary>
internal abstract class SocketWatch
{
    /// <summary>The way of this system: <c>poll</c> itself, where the runtime's <c>Socket.Select</c> makes lists and counts references around it.</summary>
    public static SocketWatch Begin(WakeSocket wake) => OperatingSystem.IsWindows() ? new SelectWatch(wake) : new PollWatch(wake);

    /// <summary>Starts a new list: the wake socket alone.</summary>
    public abstract void Clear();

    /// <summary>Adds a socket in the directions that somebody waits for.</summary>
    public abstract void Add(LoopSocket socket, bool read, bool write);

    /// <summary>Waits. True: the loop was woken.</summary>
    /// <param name="milliseconds">Longest wait.</param>
    public abstract bool Wait(int milliseconds);

    /// <summary>Ends the waits of those that are ready, senders first.</summary>
    public abstract void Answer();
}
