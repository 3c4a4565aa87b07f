using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Does for pages what <c>doctor</c> and the methods Release and Reload of the _Status nodes do.</summary>
/// <param name="acquisition">The PLC connections.</param>
/// <param name="examine">Examines a PLC as <c>doctor</c> does.</param>
internal sealed class PagePlcs(
    Acquisition acquisition,
    BridgeServer server,
    Func<string, Action<PlcReport>, CancellationToken, Task<PlcReport?>> examine,
    TimeProvider time
)
{
    /// <summary>The functions of it.</summary>
    public PlcCommands Commands =>
        new()
        {
            ExamineAsync = examine,
            SearchAsync = (sought, told, token) => PlcSearch.RunAsync(sought, told, time, token),
            BrowseAsync = PageBrowse.RunAsync,
            Release = Release,
            Reload = Reload,
        };

    private CommandOutcome Release(string name, TimeSpan duration)
    {
        if (acquisition.Map.Plcs.FirstOrDefault(plc => !plc.IsGone && plc.Name == name) is not { Index: var plc })
            return new CommandOutcome(StatusCodes.BadNotFound, $"There is no PLC '{name}' in the running map.");
        var status = acquisition.StatusOf(plc);
        if (status.State is PlcState.Disabled or PlcState.Stopped)
            return new CommandOutcome(StatusCodes.BadInvalidState, $"{name} has no connection to release: it is {status.State}.");
        // Zero ends a release; while the link is up there is nothing to end.
        if (duration > TimeSpan.Zero || !status.Connected)
            acquisition.Release(plc, duration);
        return new CommandOutcome(
            StatusCodes.Good,
            duration > TimeSpan.Zero
                ? $"The connection to {name} is free for {duration.TotalMinutes} min."
                : $"The bridge connects to {name} again."
        );
    }

    private CommandOutcome Reload(string user)
    {
        if (server.AskReload is not { } ask)
            return CommandOutcome.NotHere;
        ask($"{user} asked for it on the page");
        return new CommandOutcome(StatusCodes.Good, "The map is being read again.");
    }
}
