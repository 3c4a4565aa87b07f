using Orleans.Runtime.Services;

namespace S7OpcBridge.Cluster.Calls;

/// <summary>Gives the service of a given silo.</summary>
internal sealed class NodeServiceClient(IServiceProvider services) : GrainServiceClient<INodeService>(services)
{
    public INodeService For(SiloAddress silo) => GetGrainService(silo);
}
