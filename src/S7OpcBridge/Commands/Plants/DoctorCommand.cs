using System.CommandLine;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Core;
using S7OpcBridge.Doctor;
using S7OpcBridge.Hosting;
using S7OpcBridge.Local;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using S7OpcBridge.Simulation;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Commands.Plants;

/// <summary><c>doctor [map]</c>: diagnoses why a PLC, a block or a tag cannot be read, with the remedy.</summary>
internal static class DoctorCommand
{
    public static Command Build()
    {
        var map = MapCommand.OptionalArgument();
        var plc = PlcOption.Build("Only this PLC of the map.");
        var probe = new Option<bool>("--probe")
        {
            Description =
                "Where a PLC rejects rack and slot or TSAP, tries others, one every two seconds, never those of programming devices.",
        };
        var format = new Option<string>("--format") { Description = "text or json.", DefaultValueFactory = _ => "text" };
        format.AcceptOnlyFromAmong("text", "json");
        var wireLog = WireLogOption.Build();
        var command = new Command(
            "doctor",
            "Walks the stages of each PLC from TCP to every tag, and explains the cause of the first failure and the remedy."
        )
        {
            map,
            plc,
            probe,
            format,
            wireLog,
        };
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                var (output, error) = (parsed.InvocationConfiguration.Output, parsed.InvocationConfiguration.Error);
                if (MapCommand.Load(parsed, map) is not { } loaded || !PlcOption.Holds(loaded, parsed.GetValue(plc), error))
                    return ExitCode.Failed;
                using var stop = StopSignals.Listen(cancellationToken);
                var isText = parsed.GetValue(format) == "text";
                var examining = () =>
                    TryExamineAsync(loaded, parsed.GetValue(plc), parsed.GetValue(probe), parsed.GetValue(wireLog), error, stop.Token);
                if (await (isText ? DoctorText.WaitAsync(output, parsed.GetValue(probe), examining) : examining()) is not { } report)
                    return ExitCode.Failed;
                if (isText)
                    DoctorText.Write(report, output);
                else
                    output.WriteLine(DoctorJson.Write(report));
                return report.Ok ? ExitCode.Ok : ExitCode.Failed;
            }
        );
        return command;
    }

    private static async Task<DoctorReport?> TryExamineAsync(
        BridgeMap map,
        string? only,
        bool probe,
        string? wireLog,
        TextWriter error,
        CancellationToken cancellationToken
    )
    {
        try
        {
            // A wire log needs a connection of its own.
            using var bridge = wireLog is not null ? null : await RunningBridge.FindAsync(map.Files[0], error.WriteLine, cancellationToken);
            if (bridge is not null && await bridge.ExamineAsync(only, probe, cancellationToken) is { } report)
            {
                error.WriteLine("A bridge is running with this map: the diagnosis used its connections.");
                return report;
            }
            return await ExamineAsync(map, only, probe, wireLog, error, cancellationToken);
        }
        catch (StartException fault)
        {
            error.WriteLine($"s7opcbridge: {fault.Message}");
            return null;
        }
        catch (OperationCanceledException)
        {
            error.WriteLine("Stopped.");
            return null;
        }
    }

    private static async Task<DoctorReport> ExamineAsync(
        BridgeMap map,
        string? only,
        bool probe,
        string? wireLog,
        TextWriter error,
        CancellationToken cancellationToken
    )
    {
        await using var log = wireLog is null ? null : WireLogFile.Open(wireLog);
        error.WriteLine(
            log is not null
                ? "doctor opens a connection of its own to each PLC and closes it when done."
                : "No bridge is running with this map: doctor opens a connection of its own to each PLC and closes it when done."
        );
        await using var plant = await SimulatedPlant.StartAsync(map, firstPort: 0, TimeProvider.System);
        var plcs = await PlantDoctor.RunAsync(
            plant.Redirect(map.Tags),
            map.ProfilesByName,
            only,
            PlusHooks.Create(map, log, TimeProvider.System),
            (_, doctor, token) => doctor.RunAsync(probe, token),
            TimeProvider.System,
            cancellationToken
        );
        return new DoctorReport(plcs).With(map, running: null) with
        {
            Clients =
                only is null && map.Server.ReverseConnect.Count > 0
                    ? await ReverseReport.DialAsync(map.Server, TimeProvider.System, cancellationToken)
                    : null,
            Brokers =
                only is null && map.Mqtt.Count > 0 ? await BrokerReport.ProbeAsync(map, TimeProvider.System, cancellationToken) : null,
        };
    }
}
