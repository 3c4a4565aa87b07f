using System.ComponentModel;
using System.Diagnostics;
using System.Net.Sockets;
using S7OpcBridge.Import;
using S7OpcBridge.Map;
using S7OpcBridge.Web.ImportPage;

namespace S7OpcBridge.Web;

/// <summary><c>import … --browse</c>: shows the page until the map is written.</summary>
public static class ImportBrowser
{
    /// <summary>Lets somebody choose.</summary>
    /// <param name="list">What was read.</param>
    /// <param name="wish">The map and the port.</param>
    /// <param name="output">Takes the address of the page, and what was written.</param>
    /// <param name="error">Takes what went wrong.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>What was written; null: nothing.</returns>
    public static async Task<ImportResult?> RunAsync(
        ImportList list,
        ImportBrowseOptions wish,
        TextWriter output,
        TextWriter error,
        CancellationToken cancellationToken
    )
    {
        await using var session = new ImportPageSession(list, wish, TimeProvider.System);
        try
        {
            await using var host = await ImportPageHost.StartAsync(
                session,
                wish.Port,
                () => output.WriteLine("The page was opened."),
                cancellationToken
            );
            output.WriteLine($"Choose the tags in a browser on this machine: {host.Address}");
            output.WriteLine("The address works once. Ctrl+C ends without a map.");
            await output.FlushAsync(cancellationToken);
            Open(host.Address);
            var end = await session.End.WaitAsync(cancellationToken);
            output.Write(end.Text);
            if (end.Result is null)
                error.WriteLine("s7opcbridge: no map is written.");
            return end.Result;
        }
        catch (Exception fault) when (fault is IOException or SocketException)
        {
            var why = fault.Message.ReplaceLineEndings(" ").TrimEnd('.');
            error.WriteLine(
                $"s7opcbridge: the page cannot be served on port {wish.Port}: {why}; give another one with --port, or none for a free one."
            );
            return null;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            error.WriteLine("s7opcbridge: no map is written.");
            return null;
        }
    }

    // Where there is no desktop, or no such program, the printed address is enough.
    private static void Open(Uri address)
    {
        var program = OperatingSystem.IsMacOS() ? "open" : "xdg-open";
        var hasDesktop =
            OperatingSystem.IsWindows()
            || OperatingSystem.IsMacOS()
            || !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("DISPLAY"))
            || !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("WAYLAND_DISPLAY"));
        if (!hasDesktop)
            return;
        var start = OperatingSystem.IsWindows()
            ? new ProcessStartInfo(address.AbsoluteUri) { UseShellExecute = true }
            : new ProcessStartInfo(program, [address.AbsoluteUri]) { RedirectStandardOutput = true, RedirectStandardError = true };
        try
        {
            Process.Start(start)?.Dispose();
        }
        catch (Exception fault) when (fault is Win32Exception or InvalidOperationException or PlatformNotSupportedException)
        {
            // The address is printed.
        }
    }
}

/// <summary>What the page writes, and where it is served.</summary>
/// <param name="Path">The map.</param>
/// <param name="Port">Port on 127.0.0.1; 0: a free one.</param>
/// <param name="MayOverwrite">True: files of another map may be overwritten.</param>
/// <param name="Version">Version of the program.</param>
/// <param name="Plan">Plans chosen tags as <c>plan</c> would plan the map that is written of them; the number of the change belongs to the answer.</param>
public sealed record ImportBrowseOptions(string Path, int Port, bool MayOverwrite, string Version, Func<ChosenTags, int, LoadAnswer> Plan)
{
    /// <summary>What <c>validate</c> says of a loaded map beyond the findings of loading it.</summary>
    public Func<BridgeMap, IReadOnlyList<Finding>> Examine { get; init; } = static _ => [];

    /// <summary>What editing tags asks for.</summary>
    public TagCommands Tags { get; init; } = new();
}
