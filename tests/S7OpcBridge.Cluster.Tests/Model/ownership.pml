/*
 * Who may work for a PLC: the ownership protocol of S7OpcBridge.Cluster as a model for spin. What it says: docs/internals/cluster.md.
 *
 * One PLC, N nodes. A step of a node is atomic where the code holds a lock or has one answer at hand; between two steps anything may happen, and the clock
 * may run. A node that is not scheduled is frozen; a message that is not sent is lost; so freezes at any step, cuts of any network and a store that does not
 * answer need no steps of their own. A ping and its answer are one step: the lease would be no longer if they were two. What follows an @ is the type and the
 * member that a step follows.
 *
 * By hand: spin -a -DN=2 -DVERSIONS=3 ownership.pml && gcc -O2 -DSAFETY -DVECTORSZ=1024 -o pan pan.c && ./pan -m20000; after an error: spin -t ... tells it.
 * -DN=2|3 nodes        -DVERSIONS=n changes of the table   -DLIVES=n silos of each node   -DKILLS=n    -DVICTIMS=mask: who may be declared dead
 * -DPLANNED_STOP       -DCALM: the faults end, and there must be an owner within WITHIN units of time         -DFAULT_x: a fault put in on purpose
 */
#ifndef N
#define N 2
#endif
#ifndef VERSIONS
#define VERSIONS 4
#endif
#ifndef WITHIN
#define WITHIN 3
#endif
#ifndef VICTIMS
#define VICTIMS 255
#endif
#ifndef KILLS
#define KILLS 1
#endif
#ifndef LIVES
#define LIVES 2
#endif

/* @ LeaseTimes.Store @ LeaseTimes.Takeover @ LeaseTimes.Peers @ LeaseTimes.Alone */
#define STORE 1
#define TAKEOVER 1
#define PEERS 2
#define ALONE 3

#ifdef CALM
#define CALM_VERSIONS 6
#define ALL_LIVES (LIVES + 1)
#else
#define CALM_VERSIONS 0
#define ALL_LIVES LIVES
#endif

#define MOST (6 * N + 2)

/* The store: the members of each version, a bit for each life of each node. @ StoredMembershipTable.UpdateRow */
short mem[MOST + 1];
byte top;
byte changes;
bool calm;
byte ownerless;
/* A node. */
bool up[N];       /* the process lives */
bool member[N];   /* a life that has joined and has not ended. @ NodeMembership.Ended */
bool out[N];      /* between two lives: no silo, its port is closed. @ ClusterNode.RunAsync */
byte life[N];     /* @ SiloGenerations.NextAsync */
byte snap[N];     /* version of the newest list of members. @ NodeSilo.Membership */
byte view[N];     /* version that it acts by. @ NodeMembership.View */
byte target[N];   /* version that waits to be acted by; 0: none. @ NodeMembership.WatchAsync */
byte wait[N];     /* until when. @ DeadNodeWait.WaitAsync */
byte joined[N];   /* version in which it became a member */
byte newcomer[N]; /* time until it is ALONE old */
byte vanished[N]; /* time until the last member that went is PEERS ago */
byte seen[N];     /* others that act by a view with it. @ PeerContacts.AllSee */
bool admitted[N]; /* @ NodeMembership.Admit */
byte lease[N];    /* what is left. @ Lease.Left */
#ifdef FAULT_LATE_FENCE
bool told[N];     /* fenced, as it was last told. @ ClusterNode.TellFence */
#define TELL(i) told[i] = 1
#else
#define TELL(i) skip
#endif
byte promise[N * N]; /* PROMISE(i, p): how long p may work because i has called it active. @ NodeMembership.AnswerPing */
bool session[N];  /* @ Acquisition.Owns */
bool closing[N];  /* @ Acquisition.IsClosing */
bool finishing[N]; /* of these: sends the writes that it has accepted. @ Acquisition.LeaveAsync */
byte bestView[N]; /* the highest claim that it knows. @ Claims.Enter */
byte bestNode[N];
bool asking[N];   /* a round of questions. @ PlcHandover.TakeOwnAsync */
byte round[N];    /* the version of its claim */
byte got[N];      /* nodes that have answered */
byte held[N];     /* of these, nodes that have the PLC */
byte given[N];    /* of these, nodes that were asked to hand it over */
bool tried[N];
bool leaving[N];  /* @ PlcHandover.LeaveAsync */
byte leavers[N];  /* others that have said so. @ Owners.Leaves */
byte stops;       /* planned stops */
byte kills;
byte v;
byte k;

#define BIT(p) (1 << (p))
#define SILO(p) (1 << (life[p] * N + (p)))
#define OF(p) ((1 | (1 << N) | (1 << (2 * N)) | (1 << (3 * N))) << (p))
#define IN(p, v) ((mem[v] & OF(p)) != 0)
#define IS(p, v) ((mem[v] & SILO(p)) != 0)
#define PROMISE(i, p) promise[(i) * N + (p)]
#if N == 2
#define COUNT(v) (IN(0, v) + IN(1, v))
#define OTHERS(i, v) (((IN(0, v) << 0) | (IN(1, v) << 1)) & ~BIT(i))
#define EACH(x) x(0) x(1)
#else
#define COUNT(v) (IN(0, v) + IN(1, v) + IN(2, v))
#define OTHERS(i, v) (((IN(0, v) << 0) | (IN(1, v) << 1) | (IN(2, v) << 2)) & ~BIT(i))
#define EACH(x) x(0) x(1) x(2)
#endif

/* The owner: the first of the members that do not leave. Any order is one of these, under other names. @ Owners.OwnerOf @ PlcOwnership.OwnerOf */
#define MAY_OWN(i, p) (IN(p, view[i]) && !(leavers[i] & BIT(p)))
#if N == 2
#define OWNER(i) (MAY_OWN(i, 0) -> 0 : (MAY_OWN(i, 1) -> 1 : N))
#else
#define OWNER(i) (MAY_OWN(i, 0) -> 0 : (MAY_OWN(i, 1) -> 1 : (MAY_OWN(i, 2) -> 2 : N)))
#endif

/* @ NodeMembership.IsFenced @ Lease.IsOver @ SharedPlcs.MayWork */
#define UNFENCED(i) (up[i] && member[i] && admitted[i] && lease[i] > 0)
#ifdef FAULT_LATE_FENCE
#define MAY_WORK(i) (up[i] && !told[i])
#else
#define MAY_WORK(i) UNFENCED(i)
#endif

/* It has a connection and may send the next job. @ PlcContext.ThrowIfFenced */
#define WORKS(i) ((session[i] || finishing[i]) && MAY_WORK(i))
#if N == 2
#define WORKERS (WORKS(0) + WORKS(1))
#else
#define WORKERS (WORKS(0) + WORKS(1) + WORKS(2))
#endif
#define NEVER_TWO assert(WORKERS <= 1)

#define EXTEND(i, d) if :: lease[i] < (d) -> lease[i] = (d) :: else fi
#define DROP(i) if :: session[i] -> session[i] = 0; closing[i] = 1 :: else fi; finishing[i] = 0
#if N == 2
#define FORGET_PROMISES(i) PROMISE((i + 1) % N, i) = 0
#else
#define FORGET_PROMISES(i) PROMISE((i + 1) % N, i) = 0; PROMISE((i + 2) % N, i) = 0
#endif
#define HAND_OVER(i) if :: session[i] -> session[i] = 0; closing[i] = 1; finishing[i] = 1 :: else fi
#define END_LIFE(i) member[i] = 0; lease[i] = 0; FORGET_PROMISES(i)
#define RANKS(v, n, i) ((v) > bestView[i] || ((v) == bestView[i] && (n) <= bestNode[i]))
#define FAULTS_LEFT (!calm && changes < VERSIONS)
#define CAN_CHANGE (changes < VERSIONS || (calm && changes < VERSIONS + CALM_VERSIONS))
#define STOP_ROUND(i) asking[i] = 0; got[i] = 0; held[i] = 0; given[i] = 0; round[i] = 0; tried[i] = calm; compact()

/* The living silo that i acts upon, or knows of, is still p's. */
#define REACHES(i, p) (up[p] && !out[p] && IS(p, view[i]))

/* A life of p that i acts by is not in version v any more, although nothing has ended it: it may still work. */
#ifdef FAULT_FIRST_VIEW
#define KNOWN(i, p) IS(p, view[i])
#else
#define KNOWN(i, p) (view[i] == 0 || IS(p, view[i]))
#endif
#define MAY_LIVE_ON(i, p, v) (KNOWN(i, p) && !IS(p, v) && up[p] && member[p])
#define GOES(i, p, v) ((mem[view[i]] & OF(p) & ~mem[v]) != 0)

/* Versions that nobody refers to any more are taken out, and the later ones move up: the model's own, so that fewer states differ. */
#define USES(i) (snap[i] == v || view[i] == v || joined[i] == v || target[i] == v || round[i] == v)
#define MOVE(x) x = (x > v -> x - 1 : x);
#define MOVES(i) bestView[i] = (bestView[i] == v -> 0 : bestView[i]); bestNode[i] = (bestView[i] == 0 -> N : bestNode[i]); MOVE(snap[i]) MOVE(view[i]) MOVE(joined[i]) MOVE(target[i]) MOVE(round[i]) MOVE(bestView[i])
#if N == 2
#define USED (USES(0) || USES(1))
#else
#define USED (USES(0) || USES(1) || USES(2))
#endif
inline compact()
{
    v = 1;
    do
    :: v < top && !USED ->
        EACH(MOVES)
        k = v;
        do
        :: k < top -> mem[k] = mem[k + 1]; k++
        :: else -> break
        od;
        mem[top] = 0; top--
    :: v < top && USED -> v++
    :: else -> break
    od;
    v = 0; k = 0
}

#define ACT(i) \
    view[i] = target[i]; target[i] = 0; \
    if \
    :: !IS(i, view[i]) -> admitted[i] = 0; seen[i] = 0 \
    :: else \
    fi; \
    leavers[i] = leavers[i] & OTHERS(i, view[i]); \
    compact()
#define SEES(i, p) (!admitted[i] && view[p] >= joined[i] && !(seen[i] & BIT(p)))

proctype Node(byte i)
{
    byte p;
    byte gone;
    do
    /* Joins as a new member; its earlier lives are declared dead in the same step. @ ClusterNode.LiveAsync @ NodeMembership.JoinAsync */
    :: d_step { up[i] && out[i] && !leaving[i] && CAN_CHANGE && (life[i] + 1 < LIVES || (calm && life[i] + 1 < ALL_LIVES)) -> printf("%d joins\n", i);
        life[i]++;
        mem[top + 1] = (mem[top] & ~OF(i)) | SILO(i);
        top++; changes++;
        out[i] = 0; member[i] = 1; admitted[i] = 0; lease[i] = 0;
        snap[i] = top; joined[i] = top; view[i] = 0; target[i] = 0; wait[i] = 0;
        newcomer[i] = ALONE; vanished[i] = 0; compact()
      }

    /* Reads the store's list. @ NodeMembership.AskStoreAsync */
    :: d_step { up[i] && !out[i] && snap[i] < top -> printf("%d reads the store\n", i); snap[i] = top; compact() }

    /* The store calls it active, or dead. @ NodeMembership.AskStoreAsync @ StoreCheck.AskAsync */
    :: d_step { up[i] && member[i] && IS(i, top) && lease[i] < (COUNT(top) == 1 -> ALONE : STORE) -> printf("the store calls %d active\n", i);
        EXTEND(i, (COUNT(top) == 1 -> ALONE : STORE));
        NEVER_TWO
      }
    :: d_step { up[i] && member[i] && !IS(i, top) -> printf("the store calls %d dead\n", i); END_LIFE(i) }

    /* A clock that was set back, or a fatal error. @ ClockStep.WentBack @ NodeMembership.BeatAsync @ EvictionHandler.OnFatalException */
    :: d_step { FAULTS_LEFT && up[i] && member[i] && life[i] + 1 < LIVES -> printf("%d ends its life\n", i); END_LIFE(i) }

    /* Its row says that it left. @ NodeMembership.LeaveAsync */
    :: d_step { up[i] && !out[i] && !member[i] && IS(i, top) && CAN_CHANGE -> printf("%d leaves the table\n", i);
        mem[top + 1] = mem[top] & ~SILO(i); top++; changes++; compact()
      }

    /* The life is over, all sessions end, and the next one begins after a pause. @ ClusterNode.RunAsync @ ClusterNode.EndAsync */
    :: d_step { up[i] && !member[i] && !out[i] -> printf("%d is out\n", i);
        out[i] = 1; admitted[i] = 0; seen[i] = 0; snap[i] = 0; view[i] = 0; joined[i] = 0; target[i] = 0; wait[i] = 0; newcomer[i] = 0; vanished[i] = 0;
#ifndef FAULT_ROUND_OUTLIVES_LIFE
        STOP_ROUND(i);
#endif
#if !defined(FAULT_TENURE_OUTLIVES_LEASE) && !defined(FAULT_UNSEEN_END)
        DROP(i)
#endif
      }

    /* Begins to act by a newer list: at once, or after a wait where one that is gone from it may still work. @ NodeMembership.WatchAsync @ DeadNodeWait.WaitAsync */
    :: d_step { up[i] && !out[i] && target[i] == 0 && view[i] < snap[i] -> printf("%d sees a new list\n", i);
        target[i] = snap[i];
        gone = 0; p = 0; wait[i] = 0;
        do
        :: p < N ->
            if
            :: p != i && MAY_LIVE_ON(i, p, target[i]) ->
                wait[i] = (wait[i] < TAKEOVER -> TAKEOVER : wait[i]);
#ifndef FAULT_BROKEN_PROMISE
                wait[i] = (wait[i] < PROMISE(i, p) -> PROMISE(i, p) : wait[i]);
                wait[i] = (wait[i] < newcomer[i] -> newcomer[i] : wait[i]);
#if N > 2
                wait[i] = (wait[i] < vanished[i] -> vanished[i] : wait[i]);
#endif
#endif
            :: else
            fi;
            if
            :: p != i && GOES(i, p, target[i]) -> gone++
            :: else
            fi;
            p++
        :: else -> break
        od;
#ifndef FAULT_BROKEN_PROMISE
        if
        :: gone > 1 && wait[i] > 0 -> wait[i] = (wait[i] < PEERS -> PEERS : wait[i])
        :: else
        fi;
#endif
#if N > 2
        if
        :: gone > 0 -> vanished[i] = PEERS
        :: else
        fi;
#endif
        p = 0; gone = 0;
        if
        :: wait[i] == 0 -> ACT(i)
        :: else
        fi
      }
    :: d_step { up[i] && !out[i] && target[i] != 0 && wait[i] == 0 -> printf("%d acts by it\n", i);
        ACT(i)
      }

    /* All others act by a view with it. @ NodeMembership.Admit @ PeerContacts.AllSee */
    :: d_step { up[i] && member[i] && !admitted[i] && IS(i, view[i]) && (OTHERS(i, snap[i]) & ~seen[i]) == 0 -> printf("all see %d\n", i);
        admitted[i] = 1; seen[i] = 0; joined[i] = 0;
        NEVER_TWO
      }

    /* Looks whether it is fenced, and ends all sessions then. @ ClusterNode.WatchFenceAsync @ PlcHandover.Fence @ Acquisition.Fence */
#ifndef FAULT_TENURE_OUTLIVES_LEASE
    :: d_step { up[i] && (session[i] || finishing[i]) && !UNFENCED(i) -> printf("%d is fenced\n", i); DROP(i) }
#endif
#ifdef FAULT_LATE_FENCE
    :: d_step { up[i] && told[i] == UNFENCED(i) -> told[i] = !UNFENCED(i); NEVER_TWO }
#endif

    /* The connection is closed: whoever asked for the PLC is told. @ Acquisition.LeaveAsync @ PlcHandover.GiveAsync */
    :: d_step { up[i] && closing[i] -> printf("%d has closed\n", i);
        closing[i] = 0; finishing[i] = 0;
        p = 0;
        do
        :: p < N ->
            if
            :: given[p] & BIT(i) -> held[p] = held[p] & ~BIT(i); given[p] = given[p] & ~BIT(i)
            :: else
            fi;
            p++
        :: else -> break
        od;
        p = 0
      }

    /* Wants the PLC that it owns. @ PlcHandover.TakeOwnAsync @ Claims.Enter */
    :: d_step { up[i] && !asking[i] && !tried[i] && !leaving[i] && MAY_WORK(i) && !session[i] && OWNER(i) == i && RANKS(view[i], i, i) -> printf("%d wants it\n", i);
        bestView[i] = view[i]; bestNode[i] = i;
        asking[i] = 1; round[i] = view[i]
      }

    /* A node that was asked does not answer. @ PlcHandover.TakeOwnAsync */
    :: d_step { up[i] && asking[i] && (!calm || (OTHERS(i, round[i]) & ~OTHERS(i, view[i])) || !MAY_WORK(i)) -> STOP_ROUND(i) }

    /* All have granted, or handed it over. @ PlcHandover.TakeAsync @ Claims.IsBest @ Acquisition.Own */
    :: d_step { up[i] && asking[i] && (OTHERS(i, round[i]) & ~got[i]) == 0 && held[i] == 0 -> printf("%d may take it, or not\n", i);
        if
        :: !leaving[i] && MAY_WORK(i) && bestView[i] == round[i] && bestNode[i] == i -> session[i] = 1
        :: else
        fi;
        STOP_ROUND(i);
        NEVER_TWO
      }

#ifdef PLANNED_STOP
    /* A planned stop. @ PlcHandover.LeaveAsync @ SharedPlcs.LeaveAsync */
    :: d_step { FAULTS_LEFT && up[i] && member[i] && stops == 0 -> printf("%d is being stopped\n", i); leaving[i] = 1; stops = 1 }
    :: d_step { up[i] && leaving[i] && session[i] && !calm -> HAND_OVER(i) }
    :: d_step { up[i] && leaving[i] && !session[i] && !closing[i] && member[i] -> END_LIFE(i) }

#endif

    /* The process is killed; it may be started again. */
    :: d_step { FAULTS_LEFT && up[i] && kills > 0 -> printf("%d is killed\n", i);
        kills--;
        up[i] = 0; member[i] = 0; out[i] = 1; admitted[i] = 0; seen[i] = 0; lease[i] = 0; TELL(i); session[i] = 0; closing[i] = 0; finishing[i] = 0;
        bestView[i] = 0; bestNode[i] = N; STOP_ROUND(i); leavers[i] = 0; snap[i] = 0; view[i] = 0; joined[i] = 0; target[i] = 0; wait[i] = 0;
        FORGET_PROMISES(i); newcomer[i] = 0; vanished[i] = 0
      }
    :: d_step { !up[i] && !leaving[i] -> printf("%d is started\n", i); up[i] = 1 }
    od
}

/* What passes between i and p. */
proctype Pair(byte i; byte p)
{
    do
    /* i pings p, which calls it active, dead, or does not know it. @ NodeMembership.PingAsync @ NodeMembership.Apply @ NodeMembership.AnswerPing
       Of two or three nodes one that has heard i is enough. @ LeaseTimes.SilentAllowed @ PeerContacts.HeardByEnough */
    :: d_step { up[i] && member[i] && up[p] && member[p] && IS(p, snap[i]) && IS(i, snap[p]) && (lease[i] < PEERS || SEES(i, p)) -> printf("%d is called active by %d\n", i, p);
        EXTEND(i, PEERS);
        if
        :: VICTIMS & BIT(i) -> PROMISE(p, i) = PEERS
        :: else
        fi;
        if
        :: SEES(i, p) -> seen[i] = seen[i] | BIT(p)
        :: else
        fi;
        NEVER_TWO
      }
    :: d_step { up[i] && member[i] && up[p] && !out[p] && IS(p, snap[i]) && !IS(i, snap[p]) && snap[p] >= joined[i] -> printf("%d is called dead by %d\n", i, p); END_LIFE(i) }

    /* i tells p the members that it knows: gossip of Orleans. */
    :: d_step { up[i] && up[p] && !out[i] && !out[p] && snap[p] < snap[i] -> printf("%d tells %d the list\n", i, p); snap[p] = snap[i]; compact() }

    /* i declares p dead. When and why does not matter here: one that lives may be declared dead at any time. @ StoredMembershipTable.UpdateRow */
    :: d_step { up[i] && member[i] && IS(i, top) && IN(p, top) && ((FAULTS_LEFT && (VICTIMS & BIT(p))) || (calm && CAN_CHANGE && !(up[p] && IS(p, top)))) -> printf("%d declares %d dead\n", i, p);
        mem[top + 1] = mem[top] & ~OF(p); top++; changes++; snap[i] = top; compact()
      }

    /* i claims the PLC from p. @ PlcHandover.Answer @ PlcHandover.StateOf */
    :: d_step { up[i] && asking[i] && (OTHERS(i, round[i]) & ~got[i] & BIT(p)) && REACHES(i, p) -> printf("%d claims it from %d\n", i, p);
        leavers[p] = leavers[p] & ~BIT(i);
        if
#ifndef FAULT_OLD_VIEW_GRANTS
        :: view[p] < round[i] || !IN(i, view[p]) -> STOP_ROUND(i)
        :: else ->
            if
#endif
            :: session[p] || closing[p] -> got[i] = got[i] | BIT(p); held[i] = held[i] | BIT(p)
            :: !(session[p] || closing[p]) && RANKS(round[i], i, p) -> bestView[p] = round[i]; bestNode[p] = i; got[i] = got[i] | BIT(p)
            :: else -> STOP_ROUND(i)
#ifndef FAULT_OLD_VIEW_GRANTS
            fi
#endif
        fi
      }

    /* i asks p to hand it over. @ PlcHandover.GiveAsync @ PlcHandover.MayGive */
    :: d_step { up[i] && asking[i] && (held[i] & ~given[i] & BIT(p)) && (OTHERS(i, round[i]) & ~got[i]) == 0 && REACHES(i, p) -> printf("%d asks %d to hand it over\n", i, p);
        if
        :: (session[p] && !(leaving[p] || round[i] > view[p] || (round[i] == view[p] && OWNER(p) != p))) || !RANKS(round[i], i, p) -> STOP_ROUND(i)
        :: else ->
            bestView[p] = round[i]; bestNode[p] = i;
            HAND_OVER(p);
            if
            :: closing[p] ->
                given[i] = given[i] | BIT(p);
#ifdef FAULT_UNACKNOWLEDGED_HANDOVER
                held[i] = held[i] & ~BIT(p); given[i] = given[i] & ~BIT(p)
#endif
            :: else -> held[i] = held[i] & ~BIT(p)
            fi
        fi
      }

    /* i says that it leaves. @ PlcHandover.Leaves @ PlcHandover.SayAsync */
    :: d_step { up[i] && leaving[i] && up[p] && !out[p] && IN(i, view[p]) && !(leavers[p] & BIT(i)) -> leavers[p] = leavers[p] | BIT(i) }
    od
}

#if N == 2
#define LESS_PROMISES(i) LESS(PROMISE(i, (i + 1) % N))
#define RUN(i) run Node(i); run Pair(i, (i + 1) % N);
#define ANY_UP ((up[0] && !leaving[0]) + (up[1] && !leaving[1]))
#else
#define LESS_PROMISES(i) LESS(PROMISE(i, (i + 1) % N)) LESS(PROMISE(i, (i + 2) % N))
#define RUN(i) run Node(i); run Pair(i, (i + 1) % N); run Pair(i, (i + 2) % N);
#define ANY_UP ((up[0] && !leaving[0]) + (up[1] && !leaving[1]) + (up[2] && !leaving[2]))
#endif
#define LESS(x) x = (x > 0 -> x - 1 : 0);
#define TICK(i) LESS(lease[i]) LESS(wait[i]) LESS(newcomer[i]) LESS(vanished[i]) tried[i] = 0;

/* The clock of all nodes; in the end the faults end. */
proctype Clock()
{
    do
    :: d_step { !calm -> printf("-- a unit of time\n"); EACH(TICK) EACH(LESS_PROMISES) }
#ifdef FAULT_CLOCK_STANDS
    /* The machine of node 0 is suspended, and its clock with it. */
    :: d_step { !calm -> printf("-- a unit of time, but not for 0\n"); k = lease[0]; EACH(TICK) EACH(LESS_PROMISES) lease[0] = k; k = 0 }
#endif
#ifdef CALM
    :: d_step { !calm -> calm = 1; ownerless = 0 }
    /* Every node does at once what it can: only then the clock runs on. */
    :: atomic { calm && timeout ->
        d_step {
            EACH(TICK) EACH(LESS_PROMISES)
            ownerless = (WORKERS > 0 || ANY_UP == 0 -> 0 : ownerless + 1);
            assert(ownerless <= WITHIN)
        }
      }
#endif
    od
}

#define START(i) \
    up[i] = 1; member[i] = 1; admitted[i] = 1; TELL(i); bestNode[i] = N; snap[i] = 1; view[i] = 1; \
    mem[1] = mem[1] | SILO(i);

init
{
    d_step {
        top = 1;
        kills = KILLS;
        EACH(START)
#ifdef NEWCOMER
        mem[1] = mem[1] & ~SILO(N - 1);
        member[N - 1] = 0; out[N - 1] = 1; admitted[N - 1] = 0; snap[N - 1] = 0; view[N - 1] = 0; joined[N - 1] = 0
#endif
    }
    atomic {
        run Clock();
        EACH(RUN)
    }
}
