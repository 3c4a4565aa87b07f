using System.CommandLine;
using S7OpcBridge.Output;
using S7OpcBridge.Services;

namespace S7OpcBridge.Commands;

/// <summary><c>service install|remove|status</c>: the bridge as a service of systemd or Windows.</summary>
internal static class ServiceCommand
{
    public static Command Build() => new("service", "Installs, removes or shows the system service: a unit of systemd, or a service of Windows.")
    {
        Install(),
        Named("remove", "Stops the service and removes it; map, certificates and users stay.", (service, name, token) => service.RemoveAsync(name, token)),
        Named("status", "Shows what the system says of the service; exit code 0: it runs.", (service, name, token) => service.StatusAsync(name, token)),
    };

    private static Command Install()
    {
        var map = new Argument<string>("map")
        {
            Description = $"The tag map. Default {ServicePlaces.Here.Map}.",
            DefaultValueFactory = _ =>
            ServicePlaces.Here.Map
        };
        map.Validators.Add(MapCommand.RefuseOptions);
        var command = Named("install", "Installs the service of a map; needs an administrator. Several bridges of one machine have several names.",
            (service, name, token, parsed) => service.InstallAsync(name, parsed.GetRequiredValue(map), token));
        command.Add(map);
        return command;
    }

    private static Command Named(string word, string help, Func<ServiceInstallation, string, CancellationToken, Task<int>> run) =>
        Named(word, help, (service, name, token, _) => run(service, name, token));

    private static Command Named(string word, string help, Func<ServiceInstallation, string, CancellationToken, ParseResult, Task<int>> run)
    {
        var name = new Option<string>("--name")
        {
            Description = $"Name of the service. Default {ServicePlaces.DefaultName}.",
            DefaultValueFactory = _ =>
            ServicePlaces.DefaultName
        };
        name.Validators.Add(result =>
        {
            if (ServicePlaces.FaultOf(result.GetValueOrDefault<string>()) is { } fault)
                result.AddError($"The name of a service {fault}.");
        });
        var command = new Command(word, help) { name };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            var console = parsed.InvocationConfiguration;
            try
            {
                return await run(new ServiceInstallation(ServicePlaces.Here, console.Output, console.Error), parsed.GetRequiredValue(name), cancellationToken,
                    parsed);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                console.Error.WriteLine($"s7opcbridge: {e.Message} Run this as {(ServicePlaces.Here.IsWindows ? "administrator" : "root")}.");
                return ExitCode.Failed;
            }
        });
        return command;
    }
}
