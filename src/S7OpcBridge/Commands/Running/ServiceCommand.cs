using System.CommandLine;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Hosting;
using S7OpcBridge.Output;
using S7OpcBridge.Services;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Commands.Running;

/// <summary><c>service install|remove|status</c>: a bridge or a witness as a service of systemd or Windows.</summary>
internal static class ServiceCommand
{
    public static Command Build() =>
        new("service", "Installs, removes or shows the system service: a unit of systemd, or a service of Windows.")
        {
            Install(),
            Named(
                "remove",
                "Stops the service and removes it; map, certificates and users stay.",
                (service, name, token) => service.RemoveAsync(name, token)
            ),
            Named(
                "status",
                "Shows what the system says of the service; exit code 0: it runs.",
                (service, name, token) => service.StatusAsync(name, token)
            ),
        };

    private static Command Install()
    {
        var map = new Argument<string>("map")
        {
            Description = $"The tag map. Default {ServicePlaces.Here.Map}.",
            DefaultValueFactory = _ => ServicePlaces.Here.Map,
        };
        map.Validators.Add(MapCommand.RefuseOptions);
        var witness = new Option<string?>("--witness")
        {
            Description = "Installs the witness of a cluster instead of a bridge: address and port for the nodes, such as 10.0.0.13:11200.",
            HelpName = "HOST:PORT",
        };
        witness.Validators.Add(WitnessCommand.CheckEndpoint);
        var secret = new Option<string?>("--secret")
        {
            Description = "With --witness: the file with the secret of the cluster. Without it one is made at the first start.",
            HelpName = "FILE",
        };
        var command = Named(
            "install",
            "Installs the service of a map, or of a witness; needs an administrator. Several of one machine have several names.",
            (service, name, token, parsed) =>
                parsed.GetValue(witness) is { } listen
                    ? service.InstallAsync(
                        name ?? WitnessService.DefaultName,
                        new WitnessService(listen, FullPath(parsed.GetValue(secret))),
                        token
                    )
                    : service.InstallAsync(name ?? ServicePlaces.DefaultName, parsed.GetRequiredValue(map), token)
        );
        command.Add(map);
        command.Add(witness);
        command.Add(secret);
        command.Validators.Add(result =>
        {
            if (result.GetValue(secret) is not null && result.GetValue(witness) is null)
                result.AddError("--secret belongs to a witness: add --witness HOST:PORT.");
            else if (result.GetValue(witness) is not null && ClusterFeature.Find() is null)
                result.AddError(ProgramBuild.NoWitness);
        });
        return command;
    }

    private static string? FullPath(string? path) => path is null ? null : Path.GetFullPath(path);

    private static Command Named(string word, string help, Func<ServiceInstallation, string, CancellationToken, Task<int>> run) =>
        Named(word, help, (service, name, token, _) => run(service, name ?? ServicePlaces.DefaultName, token));

    private static Command Named(
        string word,
        string help,
        Func<ServiceInstallation, string?, CancellationToken, ParseResult, Task<int>> run
    )
    {
        var name = new Option<string?>("--name")
        {
            Description = $"Name of the service. Default {ServicePlaces.DefaultName}; of a witness {WitnessService.DefaultName}.",
        };
        name.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<string?>() is { } given && ServicePlaces.FaultOf(given) is { } fault)
                result.AddError($"The name of a service {fault}.");
        });
        var command = new Command(word, help) { name };
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                var console = parsed.InvocationConfiguration;
                try
                {
                    return await run(
                        new ServiceInstallation(ServicePlaces.Here, console.Output, console.Error),
                        parsed.GetValue(name),
                        cancellationToken,
                        parsed
                    );
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException)
                {
                    console.Error.WriteLine(
                        $"s7opcbridge: {e.Message} Run this as {(ServicePlaces.Here.IsWindows ? "administrator" : "root")}."
                    );
                    return ExitCode.Failed;
                }
            }
        );
        return command;
    }
}
