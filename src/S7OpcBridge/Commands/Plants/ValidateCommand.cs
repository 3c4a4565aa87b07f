using System.CommandLine;
using System.Globalization;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Hosting;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using S7OpcBridge.Planning;
using S7OpcBridge.Startup;
using S7OpcBridge.Web;

namespace S7OpcBridge.Commands.Plants;

/// <summary><c>validate map…</c>: prints all findings and whether each map would run.</summary>
internal static class ValidateCommand
{
    public static Command Build()
    {
        var maps = MapCommand.SeveralArgument();
        var command = new Command("validate", "Checks maps and prints every finding.") { maps };
        command.SetAction(parsed =>
            parsed.GetRequiredValue(maps).Count(path => !IsFine(path, parsed.InvocationConfiguration)) == 0 ? ExitCode.Ok : ExitCode.Failed
        );
        return command;
    }

    private static bool IsFine(string path, InvocationConfiguration console)
    {
        if (MapCommand.Load(path, console.Error) is not { } loaded)
            return false;
        foreach (var finding in PlanFindings.For(loaded))
            console.Error.WriteLine(finding);
        if (ProgramBuild.WhyNot(loaded, hasCluster: ClusterFeature.Find() is not null) is { } refusal)
        {
            console.Error.WriteLine($"s7opcbridge: {refusal}");
            return false;
        }
        if (WebHost.CertificateFault(loaded.Web, TimeProvider.System, out var isError) is { } unusable)
        {
            console.Error.WriteLine(new Finding(new SourceLocation(new SourceFile(path), 1, 1), isError, unusable.TrimEnd('.')));
            if (isError)
                return false;
        }
        var places = WrittenPlace.ListFor(loaded);
        foreach (var fault in places.Select(place => place.Fault).OfType<string>())
            console.Error.WriteLine(new Finding(new SourceLocation(new SourceFile(path), 1, 1), IsError: false, fault));
        console.Output.WriteLine($"{path} is fine: {Count(loaded.Tags.Plcs.Length, "PLC")}, {Count(loaded.Tags.Tags.Length, "tag")}.");
        foreach (var mqtt in loaded.Mqtt)
            console.Output.WriteLine($"  {TextOf(mqtt, MqttForecast.For(mqtt, loaded.Tags))}");
        foreach (var place in places)
            console.Output.WriteLine(
                $"  {place.What} in {place.Path}, which {Environment.UserName} {(place.Fault is null ? "can" : "cannot")} write"
            );
        return true;
    }

    private static string TextOf(MqttSettings mqtt, MqttForecast forecast) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Count(forecast.Tags, "tag")} published to {mqtt.BrokerText} on {Count(forecast.Topics, "topic")}, at most "
                + $"{forecast.MessagesPerSecond:0.##} {(forecast.MessagesPerSecond == 1 ? "message" : "messages")}/s"
        );

    private static string Count(int count, string noun) => $"{count} {noun}{(count == 1 ? "" : "s")}";
}
