using System.Globalization;
using S7OpcBridge.Core.Doctor;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>
/// Finds out what answers at an address: protocol, profile, rack and slot. Asks as <c>doctor --probe</c> does, over connections of its own, and reads a byte of
/// the markers to see whether the CPU allows it.
/// </summary>
public static class PlcSearch
{
    // Most families answer some lists, or refuse them; those that close the connection instead are asked again, without.
    private static readonly S7Profile Unknown = S7Profiles.Generic with { SystemLists = S7SystemListPolicy.Subset };

    private static readonly S7Range[] Markers = [new(S7Area.Markers, 0, 0, 1)];

    /// <summary>Searches; what does not answer is in the reports, and not a fault.</summary>
    /// <param name="sought">The address, and what the user knows.</param>
    /// <param name="told">Is given the results so far after each stage.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static async Task<FoundPlc> RunAsync(
        SoughtPlc sought,
        Action<PlcReport> told,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        var (classic, way) =
            sought.Protocol == PlcWay.ByS7Plus
                ? (null, null)
                : await ClassicAsync(sought, told, time, cancellationToken).ConfigureAwait(false);
        var ways = new List<PlcWay>();
        if (way is not null && classic!.Ok)
            ways.Add(way);
        if (sought.Protocol == PlcWay.ByS7Plus || (sought.Protocol is null && MayKnowSymbols(classic!, way)))
        {
            var report = await new PlusDoctor(PlcOf(sought, Options(sought)), "s7-1500", [], PlusOptions(sought), time) { Told = told }
                .RunAsync(cancellationToken)
                .ConfigureAwait(false);
            if (report.Ok)
                ways.Add(new PlcWay(PlcWay.ByS7Plus, FamilyOf(report.Cpu?.OrderNumber)));
        }
        // The only way may have to be opened at the PLC first, as the report says.
        if (ways.Count == 0 && way is not null)
            ways.Add(way);
        return new FoundPlc(ways);
    }

    // Where classic S7 is refused, symbols may be the way in; an S7-300 has none.
    private static bool MayKnowSymbols(PlcReport classic, PlcWay? way) =>
        way is { Profile: var profile }
            ? profile is "s7-1200" or "s7-1500" or "generic"
            : classic.Stages.Any(static stage => stage is { Stage: "tcp", Result: "ok" });

    private static async Task<(PlcReport? Report, PlcWay? Way)> ClassicAsync(
        SoughtPlc sought,
        Action<PlcReport> told,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        var known = sought.Profile is { } name && S7Profile.TryFind(name, out var named, out _) ? named : null;
        var profile = known ?? Unknown;
        var addressing = new S7Addressing(sought.Rack, sought.Slot);
        profile.TryConnectTo(sought.Host, addressing, out var options, out _);
        options = options with { Port = sought.Port };
        var probes = sought is { Rack: null, Slot: null };
        while (true)
        {
            var doctor = new PlcDoctor(PlcOf(sought, options), profile, [], time)
            {
                Told = told,
                Samples = profile.SystemLists == S7SystemListPolicy.Never ? [] : Markers,
            };
            var report = await doctor.RunAsync(probes, cancellationToken).ConfigureAwait(false);
            if (doctor.FoundTsap is { } tsap && probes)
            {
                (options, probes) = (options with { RemoteTsap = tsap }, false);
                continue;
            }
            if (
                profile == Unknown
                && report.Findings.Any(static finding => finding is { Stage: "identity", Cause: "linkLost", Severity: "error" })
            )
            {
                profile = S7Profiles.Generic;
                continue;
            }
            return (
                report,
                report.Stages[0].Result == "ok" && report.PduSize > 0 ? WayOf(options, known ?? GuessOf(doctor.Family, options)) : null
            );
        }
    }

    // Families without rack and slot are told by their TSAP, as they do not tell who they are.
    private static S7Profile GuessOf(S7Profile family, S7ConnectionOptions options) =>
        family.Name != S7Profiles.Generic.Name ? family
        : options.RemoteTsap is 0x0200 or 0x2000 ? S7Profiles.Logo
        : options.RemoteTsap is 0x1000 or 0x1001 ? S7Profiles.S7200
        : S7Profiles.Generic;

    // Only what differs from the profile has to stand in the map.
    private static PlcWay WayOf(S7ConnectionOptions options, S7Profile profile)
    {
        var way = new PlcWay(PlcWay.ByS7, profile.Name);
        profile.TryConnectTo(options.Host, new S7Addressing(), out var usual, out _);
        if (usual.RemoteTsap == options.RemoteTsap)
            return way;
        return profile.RemoteTsap is null && options.RemoteTsap >> 8 == (int)S7ConnectionType.Basic
            ? way with
            {
                Rack = (options.RemoteTsap & 0xFF) >> 5,
                Slot = options.RemoteTsap & 0x1F,
            }
            : way with
            {
                RemoteTsap = string.Create(CultureInfo.InvariantCulture, $"{options.RemoteTsap >> 8:X2}.{options.RemoteTsap & 0xFF:X2}"),
            };
    }

    private static string FamilyOf(string? orderNumber) =>
        orderNumber?.StartsWith("6ES7 21", StringComparison.Ordinal) == true ? "s7-1200" : "s7-1500";

    private static S7ConnectionOptions Options(SoughtPlc sought) => new() { Host = sought.Host, Port = sought.Port };

    // Nothing secret is sent, so any certificate will do; its thumbprint is in the report.
    private static S7PlusConnectionOptions PlusOptions(SoughtPlc sought) =>
        new()
        {
            Host = sought.Host,
            Port = sought.Port,
            CertificateCheck = static (_, _) => ValueTask.FromResult(S7PlusTrust.Yes),
        };

    private static PlcDefinition PlcOf(SoughtPlc sought, S7ConnectionOptions options) =>
        new()
        {
            Index = 0,
            Name = sought.Host,
            Connection = options,
        };
}

/// <summary>A PLC to search for.</summary>
/// <param name="Host">Its name or address.</param>
/// <param name="Port">Its TCP port.</param>
public sealed record SoughtPlc(string Host, int Port)
{
    /// <summary><c>s7</c> or <c>s7plus</c>; null: both are tried.</summary>
    public string? Protocol { get; init; }

    /// <summary>Its profile; null: not known.</summary>
    public string? Profile { get; init; }

    /// <summary>0 to 7; null: not known.</summary>
    public int? Rack { get; init; }

    /// <summary>0 to 31; null: not known.</summary>
    public int? Slot { get; init; }
}

/// <summary>What was found.</summary>
/// <param name="Ways">The ways in; empty: none.</param>
public sealed record FoundPlc(IReadOnlyList<PlcWay> Ways);

/// <summary>A way to reach a PLC, as the map writes it; null: the profile's own value is right.</summary>
/// <param name="Protocol">s7 or s7plus.</param>
/// <param name="Profile">The family.</param>
public sealed record PlcWay(string Protocol, string Profile)
{
    internal const string ByS7 = "s7",
        ByS7Plus = "s7plus";

    /// <summary>Rack.</summary>
    public int? Rack { get; init; }

    /// <summary>Slot.</summary>
    public int? Slot { get; init; }

    /// <summary>TSAP of a family without rack and slot, or of another connection type.</summary>
    public string? RemoteTsap { get; init; }
}
