using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Logs;

namespace S7OpcBridge.Tests;

/// <summary>The map's <c>log</c>: levels by part, changed while the program runs.</summary>
public sealed class LogLevelsTests
{
    [Test]
    public void Levels_by_category_change_at_once_and_fall_back_when_the_map_drops_them()
    {
        var levels = new LogLevels(TimeProvider.System);
        levels.Set(new Dictionary<string, string> { ["Default"] = "warning", ["S7OpcBridge.Core"] = "debug" });
        var configuration = ((IConfigurationBuilder)new ConfigurationBuilder()).Add(levels).Build();
        using var services = new ServiceCollection()
            .AddLogging(logging =>
                logging.AddConfiguration(configuration.GetSection("Logging")).AddProvider(new RecentLog(TimeProvider.System))
            )
            .BuildServiceProvider();
        var loggers = services.GetRequiredService<ILoggerFactory>();
        var (plc, web) = (loggers.CreateLogger("S7OpcBridge.Core.PlcSession"), loggers.CreateLogger("S7OpcBridge.Web"));
        Assert.That(
            (plc.IsEnabled(LogLevel.Debug), web.IsEnabled(LogLevel.Information), web.IsEnabled(LogLevel.Warning)),
            Is.EqualTo((true, false, true))
        );

        Assert.That(levels.Set(new Dictionary<string, string> { ["S7OpcBridge.Web"] = "none" }), Is.True);
        Assert.That(
            (plc.IsEnabled(LogLevel.Debug), plc.IsEnabled(LogLevel.Information), web.IsEnabled(LogLevel.Critical)),
            Is.EqualTo((false, true, false))
        );
        Assert.That(levels.Set(new Dictionary<string, string> { ["S7OpcBridge.Web"] = "none" }), Is.False, "nothing to tell");
    }

    [TestCase("log: debug", "Default debug")]
    [TestCase("log: { default: error, plcs: debug, audit: none }", "Default error, S7OpcBridge.Core debug, S7OpcBridge.Audit none")]
    public void The_map_names_parts(string line, string expected)
    {
        var (map, findings) = MapText.Load(
            $"server: {{ anonymous: read, security: [None] }}\n{line}\nplcs: [ {{ name: L, host: h, profile: s7-1500, "
                + $"tags: {{ A: MW0 Int }} }} ]\n"
        );
        Assert.That(findings, Is.Empty);
        Assert.That(string.Join(", ", map!.LogLevels.Select(level => $"{level.Key} {level.Value}")), Is.EqualTo(expected));
    }

    [TestCase("log: loud", "map.yaml:1:6: error: unknown value 'loud' for 'log'; known are debug, information, warning, error, none")]
    [TestCase("log: { plc: debug }", "map.yaml:1:8: error: unknown key 'plc' of a log; did you mean 'plcs'?")]
    public void A_level_or_part_that_is_not_there_is_an_error(string line, string expected) =>
        Assert.That(
            MapText
                .Load(
                    $"{line}\nserver: {{ anonymous: read, security: [None] }}\nplcs: [ {{ name: L, host: h, profile: s7-1500, tags: {{ A: "
                        + $"MW0 Int }} }} ]\n"
                )
                .Findings,
            Does.Contain(expected)
        );
}
