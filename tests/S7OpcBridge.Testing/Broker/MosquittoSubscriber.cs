using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using NUnit.Framework;

namespace S7OpcBridge.Testing;

/// <summary>mosquitto_sub, which prints what it gets: one line a message.</summary>
public sealed class MosquittoSubscriber : IAsyncDisposable
{
    private const string Binary = "/usr/bin/mosquitto_sub";

    private readonly Process _process;
    private readonly ConcurrentQueue<string> _lines = new();

    private MosquittoSubscriber(Process process) => _process = process;

    /// <summary>The lines so far.</summary>
    public IReadOnlyList<string> Lines => [.. _lines];

    /// <summary>Subscribes.</summary>
    /// <param name="format">What is printed of a message, as mosquitto_sub's manual says; the payload is <c>%p</c>.</param>
    /// <param name="arguments">Further arguments.</param>
    public static async Task<MosquittoSubscriber> StartAsync(
        int port,
        string filter,
        string format,
        CancellationToken cancellationToken,
        params string[] arguments
    )
    {
        if (!File.Exists(Binary))
            Assert.Ignore($"{Binary} is not installed on this machine.");
        var number = port.ToString(CultureInfo.InvariantCulture);
        // Line by line, which it does not do for a pipe by itself. "-d" says when the subscription is granted; its lines begin in their own way.
        string[] all = ["-p", number, "-t", filter, "-F", "=" + format, "-q", "1", "-d", .. arguments];
        var subscriber = new MosquittoSubscriber(
            Process.Start(
                new ProcessStartInfo("stdbuf", ["-oL", Binary, .. all]) { RedirectStandardOutput = true, RedirectStandardError = true }
            )!
        );
        var subscribed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        subscriber._process.OutputDataReceived += (_, line) =>
        {
            if (line.Data is ['=', .. var text])
                subscriber._lines.Enqueue(text);
            else if (line.Data?.StartsWith("Subscribed", StringComparison.Ordinal) == true)
                subscribed.TrySetResult();
        };
        subscriber._process.BeginOutputReadLine();
        subscriber._process.BeginErrorReadLine();
        await subscribed.Task.WaitAsync(cancellationToken);
        return subscriber;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }
}
