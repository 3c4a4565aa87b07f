using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>serve variables milliseconds</c>: our server as a process of its own, for the other commands.</summary>
internal static class ServeCommand
{
    public static Command Build()
    {
        var variables = new Argument<int>("variables") { Description = "Number of Int32 variables." };
        var interval = new Argument<int>("milliseconds") { Description = "Time between two changes." };
        var command = new Command("serve", "A server with variables that change, for the other commands to measure.")
        {
            variables,
            interval,
        };
        command.Hidden = true;
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                await using var server = new LoadedServer(parsed.GetValue(variables));
                await server.RunAsync(
                    TimeSpan.FromMilliseconds(parsed.GetValue(interval)),
                    () => parsed.InvocationConfiguration.Output.WriteLine($"listening {server.Url}"),
                    cancellationToken
                );
            }
        );
        return command;
    }
}
