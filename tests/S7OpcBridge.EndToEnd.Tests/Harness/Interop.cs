using System.Diagnostics;
using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// The npm programs of tests/interop: brought in once by <c>npm ci</c>, started by tests. Where Node or a compiler is missing the tests that need them are
/// skipped with the reason; with CI=true that is a failure.
/// </summary>
internal static class Interop
{
    // Libraries print remarks of their own; the scripts mark their answer.
    private const string Mark = "RESULT ";

    private static readonly Lazy<Task<string?>> Install = new(InstallAsync);

    public static string Folder { get; } = Path.Combine(Repository.Root, "tests", "interop");

    /// <summary>Brings the packages in, unless they are there. Where that fails, the tests that need them say why.</summary>
    public static Task InstallOnceAsync() => Install.Value;

    /// <summary>Makes sure that the packages are there, or ends the test with the reason.</summary>
    public static async Task RequireAsync(params string[] packages)
    {
        var trouble = await Install.Value;
        var missing = packages.FirstOrDefault(package => !Directory.Exists(Path.Combine(Folder, "node_modules", package)));
        if (trouble is null && missing is not null)
            trouble = $"npm could not install {missing} (a native package needs a C++ compiler and Python)";
        if (trouble is not null)
            Missing(trouble);
    }

    /// <summary>Makes sure that a program is there, or ends the test with the reason.</summary>
    public static void RequireProgram(string path, string howToInstall)
    {
        if (!File.Exists(path))
            Missing($"{path} is not on this machine: {howToInstall}");
    }

    /// <summary>Ends the test because the machine lacks what it needs: skipped, and failed where CI=true.</summary>
    public static void Missing(string trouble)
    {
        if (Environment.GetEnvironmentVariable("CI") == "true")
            Assert.Fail(trouble);
        Assert.Ignore(trouble);
    }

    /// <summary>Runs a script to its end and returns the JSON behind its mark.</summary>
    public static async Task<JsonElement> RunAsync(string script, CancellationToken cancellationToken, params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo("node", [Path.Combine(Folder, script), .. arguments])
            {
                WorkingDirectory = Folder,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            }
        )!;
        var output = process.StandardOutput.ReadToEndAsync(cancellationToken);
        var errors = process.StandardError.ReadToEndAsync(cancellationToken);
        try
        {
            await process.WaitForExitAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            process.Kill();
            throw;
        }
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{script} {string.Join(' ', arguments)} ended with {process.ExitCode}: {await errors}");
        var result =
            (await output).Split('\n').FirstOrDefault(line => line.StartsWith(Mark, StringComparison.Ordinal))
            ?? throw new InvalidOperationException($"{script} printed no result but: {await output}");
        return JsonDocument.Parse(result[Mark.Length..]).RootElement;
    }

    public static ChildProgram Start(string script, params string[] arguments) =>
        ChildProgram.Start("node", Folder, [Path.Combine(Folder, script), .. arguments]);

    private static async Task<string?> InstallAsync()
    {
        // Two test runs on one checkout must not install at the same time; the stamp says for which lock file the folder was made.
        await using var turn = await TakeTurnAsync();
        var stamp = Path.Combine(Folder, "node_modules", ".installed-lock.json");
        var wanted = await File.ReadAllTextAsync(Path.Combine(Folder, "package-lock.json"));
        if (File.Exists(stamp) && await File.ReadAllTextAsync(stamp) == wanted)
            return null;
        if (NodePrefix() is not { } prefix)
            return "Node is not on the PATH: install Node 20 or newer to run the interop tests";
        var start = new ProcessStartInfo("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"])
        {
            WorkingDirectory = Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // node-gyp would download Node's headers; they are beside Node already.
        start.Environment["npm_config_nodedir"] = prefix;
        using var npm = Process.Start(start)!;
        var output = npm.StandardOutput.ReadToEndAsync();
        var errors = npm.StandardError.ReadToEndAsync();
        await npm.WaitForExitAsync();
        if (npm.ExitCode != 0)
            return $"npm ci failed in tests/interop: {await errors} {await output}";
        await File.WriteAllTextAsync(stamp, wanted);
        return null;
    }

    private static string? NodePrefix()
    {
        try
        {
            using var node = Process.Start(
                new ProcessStartInfo("node", ["-p", "require('path').dirname(require('path').dirname(process.execPath))"])
                {
                    RedirectStandardOutput = true,
                }
            )!;
            var prefix = node.StandardOutput.ReadToEnd().Trim();
            node.WaitForExit();
            return node.ExitCode == 0 ? prefix : null;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }

    private static async Task<FileStream> TakeTurnAsync()
    {
        while (true)
        {
            try
            {
                return new FileStream(
                    Path.Combine(Path.GetTempPath(), "s7opcbridge-interop.turn"),
                    FileMode.OpenOrCreate,
                    FileAccess.ReadWrite,
                    FileShare.None
                );
            }
            catch (IOException)
            {
                await Poll.AgainAsync(CancellationToken.None);
            }
        }
    }
}
