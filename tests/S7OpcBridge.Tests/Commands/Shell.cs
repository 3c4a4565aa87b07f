using S7OpcBridge.Commands;

namespace S7OpcBridge.Tests;

/// <summary>Runs the program in this process and keeps what it said.</summary>
internal sealed record Shell(int ExitCode, string Output, string Error)
{
    public static async Task<Shell> RunAsync(params string[] args)
    {
        var output = new StringWriter();
        var error = new StringWriter();
        var exitCode = await CommandLine.RunAsync(args, output, error, TestContext.CurrentContext.CancellationToken);
        return new Shell(exitCode, output.ToString(), error.ToString());
    }
}
