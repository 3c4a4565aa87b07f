using System.Globalization;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Doctor;

/// <summary>Summarises what a CPU reported about itself.</summary>
internal static class CpuText
{
    /// <summary>Null where it reported nothing.</summary>
    public static CpuReport? ReportOf(S7CpuFacts facts) =>
        facts == new S7CpuFacts()
            ? null
            : new CpuReport(
                facts.Identity?.OrderNumber ?? "",
                facts.Identity?.Firmware ?? "",
                facts.Names?.ModuleType ?? "",
                facts.Names?.SerialNumber ?? "",
                facts.State == S7CpuState.Unknown ? "" : facts.State.ToString().ToUpperInvariant(),
                facts.Protection is { Level: > 0 and var level } ? level : null,
                facts.Connections?.Used,
                facts.Connections?.Free,
                facts.Communication is { MaxConnections: > 0 and var most } ? most : null
            );

    /// <summary>One line: <c>CPU 315-2 PN/DP, 6ES7 315-2EH14-0AB0, V3.2.10, RUN, protection level 1, 3 connections used, 13 free</c>.</summary>
    public static string Describe(CpuReport cpu)
    {
        var invariant = CultureInfo.InvariantCulture;
        string?[] parts =
        [
            cpu.ModuleType,
            cpu.OrderNumber,
            cpu.Firmware,
            cpu.State,
            cpu.ProtectionLevel is { } level ? string.Create(invariant, $"protection level {level}") : null,
            (cpu.ConnectionsUsed, cpu.ConnectionsFree, cpu.ConnectionsMax) switch
            {
                ({ } used, { } free, _) => string.Create(
                    invariant,
                    $"{used} {(used == 1 ? "connection" : "connections")} used, {free} free"
                ),
                (_, _, { } most) => string.Create(invariant, $"{most} connections at most"),
                _ => null,
            },
        ];
        return string.Join(", ", parts.Where(part => !string.IsNullOrEmpty(part)));
    }
}
