using S7OpcBridge.Commands;
using S7OpcBridge.Output;

namespace S7OpcBridge.Tests;

/// <summary><c>s7opcbridge witness</c>.</summary>
[CancelAfter(60_000)]
public sealed class WitnessCommandTests
{
    [Test]
    public async Task Runs_until_it_is_stopped_and_makes_a_secret_that_only_its_owner_may_read(CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-");
        try
        {
            var store = Path.Combine(folder.FullName, "witness.json");
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            var output = new WaitingWriter("The witness listens on 127.0.0.1:");
            var running = CommandLine.RunAsync(
                ["witness", "--listen", "127.0.0.1:0", "--store", store],
                output,
                TextWriter.Null,
                stop.Token
            );
            await Task.WhenAny(output.Seen, running);
            await stop.CancelAsync();
            Assert.That(await running, Is.EqualTo(ExitCode.Ok));
            Assert.That(File.Exists(store));
            Assert.That((await File.ReadAllTextAsync($"{store}.secret", cancellationToken)).Trim(), Has.Length.EqualTo(64));
            if (!OperatingSystem.IsWindows())
                Assert.That(File.GetUnixFileMode($"{store}.secret"), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [TestCase("nowhere", "is no address and port")]
    [TestCase("127.0.0.1:11200", "a secret has at least 16")]
    public async Task Says_what_is_wrong(string listen, string words)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-");
        try
        {
            var secret = Path.Combine(folder.FullName, "secret");
            await File.WriteAllTextAsync(secret, "short");
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(secret, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            var shell = await Shell.RunAsync(
                "witness",
                "--listen",
                listen,
                "--store",
                Path.Combine(folder.FullName, "store"),
                "--secret",
                secret
            );
            Assert.That(shell.ExitCode, Is.Not.EqualTo(ExitCode.Ok));
            Assert.That(shell.Error, Does.Contain(words));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
