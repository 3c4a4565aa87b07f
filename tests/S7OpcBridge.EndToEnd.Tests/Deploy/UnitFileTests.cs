using System.Diagnostics;
using S7OpcBridge.Output;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The systemd unit, judged by systemd itself where it is installed.</summary>
[TestFixture, CancelAfter(120_000), Parallelizable]
public sealed class UnitFileTests
{
    private const string Unit = "deploy/systemd/s7opcbridge.service";

    private static IEnumerable<string> ValuesOf(string key) =>
        Shipped
            .Read(Unit)
            .Split('\n')
            .Where(line => line.StartsWith($"{key}=", StringComparison.Ordinal))
            .Select(line => line[(key.Length + 1)..]);

    [Test]
    public async Task Its_commands_are_commands_of_the_program(CancellationToken cancellationToken)
    {
        foreach (var line in ValuesOf("ExecStart"))
        {
            Assert.That(line, Does.StartWith("/opt/s7opcbridge/s7opcbridge ").And.EndWith(" /etc/s7opcbridge/config/bridge.yaml"));
            await Shipped.UsageAsync(line.Split(' ')[1], cancellationToken);
        }
        Assert.That(ValuesOf("Type"), Is.EqualTo(new[] { "notify" }));
        Assert.That(
            ValuesOf("Environment"),
            Has.Some.EqualTo("HOME=/var/lib/s7opcbridge"),
            "without a home .NET builds no certificate chain"
        );
        Assert.That(
            ValuesOf("Environment").First(),
            Does.Contain("S7OPCBRIDGE_Logging__Console__FormatterName=systemd"),
            "SystemdTests prove that it is heeded"
        );
    }

    [Test]
    public void A_wrong_map_is_not_tried_again_and_again()
    {
        // A command before the start that fails is tried again for ever, whatever RestartPreventExitStatus says: that heeds the main process alone.
        Assert.That(ValuesOf("ExecStartPre"), Is.Empty);
        Assert.That(
            ValuesOf("RestartPreventExitStatus").Single().Split(' '),
            Does.Contain($"{ExitCode.Usage}").And.Contain($"{ExitCode.WrongMap}")
        );
    }

    [Test]
    public void What_its_documentation_names_is_published()
    {
        var path = ValuesOf("Documentation").Single()["file:///opt/s7opcbridge/".Length..];
        var project = Shipped.Read("src/S7OpcBridge/S7OpcBridge.csproj");
        Assert.That(project, Does.Contain($"../../{path}").And.Contain("../../LICENSE").And.Contain("CopyToPublishDirectory"));
        Assert.That(project, Does.Contain("<SatelliteResourceLanguages>en</SatelliteResourceLanguages>"));
    }

    [Test]
    public async Task Systemd_finds_no_fault_in_it_and_little_that_is_open(CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-unit-").FullName;
        try
        {
            // The program need not be installed for its unit to be judged.
            var path = Path.Combine(folder, "s7opcbridge.service");
            await File.WriteAllTextAsync(
                path,
                Shipped.Read(Unit).Replace("/opt/s7opcbridge/s7opcbridge ", "/bin/true ").Replace("file:///opt", "file:///usr"),
                cancellationToken
            );
            var (code, said) = await AnalyzeAsync(folder, cancellationToken, "verify", "--man=no", path);
            Assert.That((code, said), Is.EqualTo((0, "")));
            (code, said) = await AnalyzeAsync(folder, cancellationToken, "security", "--offline=true", "--threshold=20", path);
            Assert.That(code, Is.Zero, $"the exposure is above 2.0: {said}");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static async Task<(int ExitCode, string Said)> AnalyzeAsync(
        string folder,
        CancellationToken cancellationToken,
        params string[] arguments
    )
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo("systemd-analyze", arguments)
                {
                    WorkingDirectory = folder,
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                }
            )!;
            var output = process.StandardOutput.ReadToEndAsync(cancellationToken);
            var error = await process.StandardError.ReadToEndAsync(cancellationToken);
            await process.WaitForExitAsync(cancellationToken);
            return (process.ExitCode, (arguments[0] == "verify" ? "" : await output) + error);
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Assert.Ignore("systemd is not installed here: install it to have the unit file judged");
            throw;
        }
    }
}
