namespace S7OpcBridge.Core.Links;

/// <summary>Connects to one PLC at its address or addresses. Outlives links. Belongs to the session; members that any thread may use say so.</summary>
internal abstract class PlcProtocol
{
    /// <summary>The address that is tried first, or that accepted the current connection. Any thread.</summary>
    public abstract string Host { get; }

    /// <summary>Connects to the first address that accepts the connection. Nothing else is sent yet.</summary>
    public abstract Task<PlcLink> ConnectAsync(CancellationToken cancellationToken);

    /// <summary>Closes a link that arrives after it is no longer needed.</summary>
    public async Task CloseAsync(Task<PlcLink> connecting)
    {
        try
        {
            var link = await connecting.ConfigureAwait(false);
            await link.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (e is OperationCanceledException || IsFailure(e))
        {
            // The attempt failed, so there is nothing to close.
        }
    }

    /// <summary>Called when a link has ended. After a link without an answered cycle the other address is tried first.</summary>
    public abstract void Ended(bool haveRead);

    /// <summary>
    /// Called when the CPU has reported its state. Returns true where the CPU is in STOP and the other address should be tried; the pause between two attempts
    /// grows while neither CPU runs.
    /// </summary>
    /// <param name="stopped">True: the CPU is in STOP.</param>
    /// <param name="now">Monotonic time in ticks.</param>
    public abstract bool IsToLeave(bool stopped, long now);

    /// <summary>The exception that ends a link whose CPU is left for the other one.</summary>
    public abstract Exception LeavingCpu(string sentence);

    /// <summary>True for a failure to connect or a lost connection, whose message is a sentence for users. False for a defect of the program.</summary>
    public abstract bool IsFailure(Exception exception);
}
