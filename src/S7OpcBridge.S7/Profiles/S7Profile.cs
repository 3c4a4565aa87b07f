using System.Collections.Immutable;
using S7OpcBridge.S7.Profiles;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Words;

namespace S7OpcBridge.S7;

/// <summary>
/// The properties of a CPU family: addressing, values for the negotiation, and its abilities. What Siemens does not document comes from field reports. The
/// requested numbers are upper limits; the PLC's answer decides.
/// </summary>
public sealed record S7Profile
{
    /// <summary>The name in a tag map.</summary>
    public required string Name { get; init; }

    /// <summary>Local TSAP.</summary>
    public ushort LocalTsap { get; init; } = 0x0100;

    /// <summary>Remote TSAP of a family without rack and slot; null: made from rack and slot.</summary>
    public ushort? RemoteTsap { get; init; }

    /// <summary>Default rack.</summary>
    public int Rack { get; init; }

    /// <summary>Default slot.</summary>
    public int Slot { get; init; } = 1;

    /// <summary>PDU size to request, in bytes.</summary>
    public int PduSize { get; init; } = 960;

    /// <summary>Number of jobs in flight to request.</summary>
    public int MaxJobs { get; init; } = 8;

    /// <summary>Most items per job; 255: as many as the PDU takes.</summary>
    public int MaxItems { get; init; } = ReadVar.MaxItems;

    /// <summary>Time after which an unanswered job ends the connection.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>Which system information lists may be read.</summary>
    public S7SystemListPolicy SystemLists { get; init; }

    /// <summary>True where a session password exists (S7-300 and S7-400).</summary>
    public bool HasSessionPassword { get; init; }

    /// <summary>
    /// True where the clock can be read and set by the time service of userdata: S7-300, S7-400 and WinAC. Other families refuse it, or it is unknown.
    /// </summary>
    public bool HasClock { get; init; }

    /// <summary>Bytes that the CPU copies consistently: 64, and 512 on an S7-1500 with firmware 2.0 or later.</summary>
    public int ConsistentBytes { get; init; } = 64;

    /// <summary>The load limit unless the user sets one.</summary>
    public S7Load Load { get; init; } = S7Load.None;

    /// <summary>Time per PDU and byte.</summary>
    public S7Prices Prices { get; init; } = S7Prices.Fast(10);

    /// <summary>Memory areas of the family.</summary>
    public ImmutableArray<S7Area> Areas { get; init; } = FamilyTraits.AllAreas;

    /// <summary>Types that its programs can declare.</summary>
    public ImmutableArray<S7TypeKind> Types { get; init; } = FamilyTraits.AllTypes;

    /// <summary>True where the V memory of the family is DB1 and can be written as VB, VW, VD.</summary>
    public bool HasVMemory { get; init; }

    /// <summary>Finds a profile by its name, ignoring case.</summary>
    /// <param name="profile">The profile when true.</param>
    /// <param name="error">The nearest known name, or all names, when false.</param>
    public static bool TryFind(string name, out S7Profile profile, out string error)
    {
        foreach (var known in S7Profiles.All)
        {
            if (!string.Equals(known.Name, name, StringComparison.OrdinalIgnoreCase))
                continue;
            (profile, error) = (known, "");
            return true;
        }
        var names = S7Profiles.All.Select(p => p.Name).ToArray();
        var nearest = NearestWord.Find(name, names);
        (profile, error) = (
            S7Profiles.Generic,
            $"there is no profile '{name}'{(nearest is null ? "" : $"; did you mean {nearest}?")}; known are "
                + $"{string.Join(", ", names)}"
        );
        return false;
    }

    /// <summary>Connection options for a PLC of this family.</summary>
    /// <param name="host">Host name or address.</param>
    /// <param name="addressing">The user's settings.</param>
    /// <param name="options">The options when true.</param>
    /// <param name="error">What is contradictory or out of range, when false.</param>
    public bool TryConnectTo(string host, S7Addressing addressing, out S7ConnectionOptions options, out string error)
    {
        options = new S7ConnectionOptions
        {
            Host = host,
            LocalTsap = addressing.LocalTsap ?? LocalTsap,
            PduSize = PduSize,
            MaxJobs = MaxJobs,
            Timeout = Timeout,
        };
        error = "";
        var bySlot = addressing.Rack is not null || addressing.Slot is not null;
        if (addressing.RemoteTsap is not null && (bySlot || addressing.Connection is not null))
            error = "remoteTsap replaces rack, slot and connection; remove either remoteTsap or the others";
        else if (addressing.Rack is < 0 or > 7)
            error = $"rack {addressing.Rack} does not exist; racks are 0 to 7";
        else if (addressing.Slot is < 0 or > 31)
            error = $"slot {addressing.Slot} does not exist; slots are 0 to 31";
        else if (RemoteTsap is not null && !bySlot && addressing.Connection is not null)
            error = $"a {Name} has no connection types; remove 'connection', or set rack and slot or remoteTsap";
        if (error.Length > 0)
            return false;
        var remote =
            addressing.RemoteTsap
            ?? (bySlot ? null : RemoteTsap)
            ?? S7ConnectionOptions.TsapOf(
                addressing.Connection ?? S7ConnectionType.Basic,
                addressing.Rack ?? Rack,
                addressing.Slot ?? Slot
            );
        options = options with { RemoteTsap = remote };
        return true;
    }

    /// <inheritdoc/>
    public override string ToString() => Name;
}
