using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.RawConfig.Machines;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Finds a machine that is described in two ways: PLCs with one productInstanceUri belong to one machine.</summary>
internal static class MachineChecks
{
    public static void Check(RawMap draft, FindingList findings)
    {
        var known = new Dictionary<string, RawMachine>();
        foreach (var machine in draft.Plcs.Select(static plc => plc.Machine).Prepend(draft.Server.Machine))
        {
            if (machine?.Identity is not { } identity || known.TryAdd(identity.ProductInstanceUri, machine))
                continue;
            var first = known[identity.ProductInstanceUri];
            if (first.Identity != identity)
                findings.Error(
                    machine.UriSpot,
                    $"the machine {identity.ProductInstanceUri} is described in another way at {first.Spot}; write the same at both, or another "
                        + "productInstanceUri if it is another machine"
                );
        }
    }
}
