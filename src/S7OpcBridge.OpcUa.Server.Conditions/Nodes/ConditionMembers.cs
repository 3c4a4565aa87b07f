using S7OpcBridge.OpcUa.Server.Conditions.Fields;

namespace S7OpcBridge.OpcUa.Server.Conditions.Nodes;

/// <summary>
/// The nodes that conditions may have, by the type definitions of OPC 10000-9, 5.5 to 5.8: all mandatory ones, the optional ones that are served, and ours. A
/// node's place in the list is part of its index.
/// </summary>
internal static class ConditionMembers
{
    private const uint TwoStateVariable = 8995,
        ConditionVariable = 9002,
        StateVariable = 2760;
    private const uint ShelvedStateMachine = 2929,
        ExclusiveLimitStateMachine = 9318;
    private const uint UtcTime = 294,
        Duration = 290,
        Argument = 296;

    /// <summary>All of them; the condition itself is the first.</summary>
    public static readonly ConditionMember[] All =
    [
        new("", NodeClass.Object),
        .. Properties(),
        .. ControllerFields.All.Select(static field =>
            Property(field.Name, field.DataType, field.IsArray) with
            {
                Namespace = ConditionTypes.Application,
            }
        ),
        .. TwoState("EnabledState"),
        .. TwoState("ActiveState"),
        .. TwoState("AckedState"),
        .. TwoState("ConfirmedState"),
        .. TwoState("HighHighState"),
        .. TwoState("HighState"),
        .. TwoState("LowState"),
        .. TwoState("LowLowState"),
        .. WithTime("Quality", Ids.StatusCode),
        .. WithTime("LastSeverity", Ids.UInt16),
        .. WithTime("Comment", Ids.LocalizedText),
        new("LimitState", NodeClass.Object, ExclusiveLimitStateMachine),
        .. CurrentState("LimitState/CurrentState"),
        new("ShelvingState", NodeClass.Object, ShelvedStateMachine),
        .. CurrentState("ShelvingState/CurrentState"),
        Property("ShelvingState/UnshelveTime", Duration),
        Method("Enable", 9027),
        Method("Disable", 9028),
        .. Method("AddComment", 9029, 9030),
        .. Method("Acknowledge", 9111, 9112),
        .. Method("Confirm", 9113, 9114),
        .. Method("ShelvingState/TimedShelve", 2949, 2991),
        Method("ShelvingState/OneShotShelve", 2948),
        Method("ShelvingState/Unshelve", 2947),
    ];

    private static readonly int[][] Children = Array.ConvertAll(
        All,
        parent => Enumerable.Range(1, All.Length - 1).Where(i => All[i].Parent == parent.Path && parent != All[i]).ToArray()
    );

    /// <summary>The member of a path; -1: none.</summary>
    public static int Find(ReadOnlySpan<byte> path)
    {
        for (var i = 1; i < All.Length; i++)
        {
            if (path.SequenceEqual(All[i].Utf8))
                return i;
        }

        return -1;
    }

    /// <summary>The members that belong to a member.</summary>
    public static ReadOnlySpan<int> ChildrenOf(int member) => Children[member];

    /// <summary>The member that a member belongs to.</summary>
    public static int ParentOf(int member) => Array.FindIndex(All, one => one.Path == All[member].Parent);

    private static ConditionMember[] Properties() =>
        [
            Property("EventId", Ids.ByteString),
            Property("EventType", Ids.NodeId),
            Property("SourceNode", Ids.NodeId),
            Property("SourceName", Ids.String),
            Property("Time", UtcTime),
            Property("ReceiveTime", UtcTime),
            Property("Message", Ids.LocalizedText),
            Property("Severity", Ids.UInt16),
            Property("ConditionClassId", Ids.NodeId),
            Property("ConditionClassName", Ids.LocalizedText),
            Property("ConditionSubClassId", Ids.NodeId, isArray: true),
            Property("ConditionSubClassName", Ids.LocalizedText, isArray: true),
            Property("ConditionName", Ids.String),
            Property("BranchId", Ids.NodeId),
            Property("Retain", Ids.Boolean),
            Property("ClientUserId", Ids.String),
            Property("InputNode", Ids.NodeId),
            Property("SuppressedOrShelved", Ids.Boolean),
            Property("MaxTimeShelved", Duration),
            Property("NormalState", Ids.NodeId),
            Property("ExpirationDate", Ids.DateTime),
            Property("CertificateType", Ids.NodeId),
            Property("Certificate", Ids.ByteString),
            Property("HighHighLimit", Ids.Double),
            Property("HighLimit", Ids.Double),
            Property("LowLimit", Ids.Double),
            Property("LowLowLimit", Ids.Double),
        ];

    private static ConditionMember Property(string path, uint dataType, bool isArray = false) =>
        new(path, NodeClass.Variable, Ids.PropertyType, dataType, isArray);

    private static ConditionMember[] TwoState(string path) =>
        [
            new(path, NodeClass.Variable, TwoStateVariable, Ids.LocalizedText),
            Property($"{path}/Id", Ids.Boolean),
            Property($"{path}/TransitionTime", UtcTime),
            Property($"{path}/TrueState", Ids.LocalizedText),
            Property($"{path}/FalseState", Ids.LocalizedText),
        ];

    private static ConditionMember[] WithTime(string path, uint dataType) =>
        [new(path, NodeClass.Variable, ConditionVariable, dataType), Property($"{path}/SourceTimestamp", UtcTime)];

    private static ConditionMember[] CurrentState(string path) =>
        [new(path, NodeClass.Variable, StateVariable, Ids.LocalizedText), Property($"{path}/Id", Ids.NodeId)];

    private static ConditionMember Method(string path, uint declaration) => new(path, NodeClass.Method, Declaration: declaration);

    private static ConditionMember[] Method(string path, uint declaration, uint arguments) =>
        [
            Method(path, declaration),
            new($"{path}/InputArguments", NodeClass.Variable, Ids.PropertyType, Argument, IsArray: true, arguments),
        ];
}
