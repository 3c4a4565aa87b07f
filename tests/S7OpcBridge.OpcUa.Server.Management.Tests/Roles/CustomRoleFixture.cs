using System.Text;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Roles;

/// <summary>A server with roles beside the well-known ones, which an administrator manages over the wire.</summary>
internal abstract class CustomRoleFixture : AdminFixture
{
    protected const uint RoleSet = 15606,
        AddRole = 16301,
        RemoveRole = 16304,
        Operator = 15680,
        SecurityAdmin = 15704;
    protected const uint AddIdentity = 15624,
        RemoveIdentity = 15626,
        AddApplication = 16176,
        RemoveApplication = 16178,
        AddEndpoint = 16180,
        RemoveEndpoint = 16182;
    protected const uint OperatorApplicationsExclude = 15418,
        OperatorEndpointsExclude = 15423;
    protected static readonly NodeId Shift = new(1, "Roles/Shift"),
        Tag = UaTestNodes.IdOfVariable(0);

    protected RoleDirectory Directory { get; private set; } = new();

    protected Task StartAsync(NodePermissions ofOperator = NodePermissions.None)
    {
        Directory = new RoleDirectory();
        return StartSecureAsync(
            options =>
                options with
                {
                    CheckUserName = (name, password, _, _) =>
                        ValueTask.FromResult(
                            Encoding.UTF8.GetString(password.Span) == name
                                ? new UaUser(name, name == "admin" ? ["SecurityAdmin"] : ["Operator", "Shift"])
                                : null
                        ),
                    RoleDirectory = Directory,
                    Permissions = PermissionSet
                        .None.Naming(Directory)
                        .With(WellKnownRoles.Operator, ofOperator)
                        .With(Directory.BitOf("Shift"), NodePermissions.Browse | NodePermissions.Read)
                        .With(WellKnownRoles.SecurityAdmin, NodePermissions.ReadRolePermissions),
                    Extensions =
                    [
                        new RoleExtension(
                            _ => [],
                            new RoleManagement
                            {
                                AddIdentity = (_, _) => throw new UaException(StatusCodes.BadInvalidArgument, "no users here"),
                                RemoveIdentity = (_, _) => throw new UaException(StatusCodes.BadNotFound, "no users here"),
                                AddRole = role => Keep([.. Directory.Current, role]),
                                RemoveRole = name => Keep([.. Directory.Current.Where(role => role.Name != name)]),
                                Restrict = role => Keep([.. Directory.Current.Where(known => known.Name != role.Name), role]),
                            }
                        ),
                    ],
                },
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32, BuiltInType.Int32)
        );

        string Keep(IReadOnlyList<RoleConfiguration> roles)
        {
            Directory.Replace(roles);
            return "kept";
        }
    }

    protected static async Task<string> StatusesAsync(params UaTestClient[] clients)
    {
        var statuses = new List<string>();
        foreach (var client in clients)
            statuses.Add(await ReadStatusAsync(client));
        return string.Join(' ', statuses);
    }

    protected static async Task<string> ReadStatusAsync(UaTestClient client) =>
        StatusCodes.NameOf((await client.ReadAsync(Stop, Tag))[0].Status);

    protected static async Task<ReferenceDescription[]> BrowseAsync(UaTestClient client, NodeId node) => (
            await client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = node,
                            BrowseDirection = BrowseDirection.Forward,
                            ReferenceTypeId = Ids.Aggregates,
                            IncludeSubtypes = true,
                            ResultMask = 63,
                        },
                    ],
                },
                Stop
            )
        ).Results[0].References;

    protected static async Task<string> CallAsync(UaTestClient client, NodeId target, NodeId method, params Variant[] arguments) =>
        StatusCodes.NameOf((await ResultOf(client, target, method, arguments)).StatusCode);

    protected static async Task<CallMethodResult> ResultOf(UaTestClient client, NodeId target, NodeId method, params Variant[] arguments) =>
        (
            await client.CallAsync<CallResponse>(
                new CallRequest
                {
                    MethodsToCall =
                    [
                        new CallMethodRequest
                        {
                            ObjectId = target,
                            MethodId = method,
                            InputArguments = arguments,
                        },
                    ],
                },
                Stop
            )
        ).Results[0];
}
