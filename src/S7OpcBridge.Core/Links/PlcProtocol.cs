namespace S7OpcBridge.Core.Links;

/// <summary>The way to one PLC: connects to its address or addresses. Outlives links; belongs to the session, but for what says any thread.</summary>
internal abstract class PlcProtocol
{
    /// <summary>The address that is tried first, or that took the connection. Any thread.</summary>
    public abstract string Host { get; }

    /// <summary>Connects to the first address that takes the connection; nothing is said on it yet.</summary>
    public abstract Task<PlcLink> ConnectAsync(CancellationToken cancellationToken);

    /// <summary>Closes a link that comes when it is not wanted any more.</summary>
    public async Task CloseAsync(Task<PlcLink> connecting)
    {
        try
        {
            var link = await connecting.ConfigureAwait(false);
            await link.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (e is OperationCanceledException || IsFailure(e))
        {
            // It does not come.
        }
    }

    /// <summary>A link is over; one on which no cycle was ever answered speaks for the other address.</summary>
    public abstract void Ended(bool haveRead);

    /// <summary>The CPU told its state. True: it stands, and the other address is worth a try; seldom while neither runs.</summary>
    /// <param name="stopped">It does not run its program.</param>
    /// <param name="now">Steady ticks.</param>
    public abstract bool IsToLeave(bool stopped, long now);

    /// <summary>The failure that ends a link whose CPU is left for the other one.</summary>
    public abstract Exception LeavingCpu(string sentence);

    /// <summary>True: the connection failed or could not be made, and the message says so in a sentence; anything else is a fault of the program.</summary>
    public abstract bool IsFailure(Exception exception);
}
